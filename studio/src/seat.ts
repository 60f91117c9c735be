// The page of a seat: what a friend opens on a phone.
import { fill, h } from "./dom";
import { Game } from "./game";

const app = document.getElementById("app") as HTMLElement;
let game: Game | null = null;

function sit(): void {
  game?.end();
  const token = location.hash.slice(1);
  if (!token) {
    fill(app, h("p", { class: "empty" }, "This address leads to no seat: it has lost its end. Open the whole link, or ask for it again."));
    return;
  }
  game = new Game(token);
  fill(app, game.element);
}

document.body.classList.add("seat-page");
addEventListener("hashchange", sit);
sit();
