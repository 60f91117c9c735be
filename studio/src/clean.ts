// Texts of rule files may come from a stranger: of what is shown as HTML, only harmless elements stay, without attributes.

const KEPT = new Set(["A", "B", "BLOCKQUOTE", "BR", "CODE", "EM", "H1", "H2", "H3", "H4", "HR", "I", "LI", "OL", "P", "PRE", "SPAN", "STRONG", "TABLE", "TBODY", "TD", "TH", "THEAD", "TR", "UL"]);
const DROPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "EMBED", "SVG", "MATH"]);

export function clean(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  const visit = (element: Element): void => {
    for (const child of [...element.children]) {
      visit(child);
      const name = child.tagName.toUpperCase();
      if (DROPPED.has(name)) child.remove();
      else if (!KEPT.has(name)) child.replaceWith(...child.childNodes);
      else for (const attribute of [...child.attributes]) if (attribute.name !== "class") child.removeAttribute(attribute.name);
    }
  };
  visit(page.body);
  return page.body.innerHTML;
}
