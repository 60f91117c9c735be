// Elements, without a framework. Text is only ever put in as text.

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, Value> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function s(tag: string, attributes: Record<string, Value> = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS(SVG, tag) as SVGElement, attributes, children);
}

function filled<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** Put other children into an element; what had the focus keeps it, by its `data-key`. */
export function fill(element: Element, ...children: Child[]): void {
  const focused = document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset["key"];
  const group = focused?.dataset["group"];
  element.replaceChildren(...children.filter((x): x is Node | string => x !== null && x !== undefined && x !== false));
  if (focused === null) return;
  const again = key === undefined ? null : element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  const next = again ?? (group === undefined ? null : element.querySelector<HTMLElement>(`[data-group="${CSS.escape(group)}"]`));
  (next ?? element.querySelector<HTMLElement>("button:not([disabled])"))?.focus();
}

/** Arrow keys go from one element of a group to the next. */
export function arrows(container: HTMLElement, selector: string): void {
  container.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...container.querySelectorAll<HTMLElement>(selector)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  });
}

export function button(words: string, click: () => void, more: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...more }, words);
}

/** Names as they are read: `draw-pile` as `draw pile`. */
export const short = (name: string): string => name.slice(name.indexOf(".") + 1);

/** A dialog over the page; Escape and a click beside it close it. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const box = h("dialog", { "aria-label": title }, h("div", { class: "bar" }, h("h2", {}, title), button("close", () => box.close(), { class: "quiet" })), ...children);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
