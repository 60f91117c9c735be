// Builds the page: `node build.mjs [FOLDER]`, by default into the Python package, from where it is served.
import { build } from "esbuild";
import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "..", "unodsl", "studio", "page"));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: ["src/author.ts", "src/seat.ts", "src/studio.css"],
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
});
for (const name of ["index.html", "seat.html", "icon.svg"]) await cp(join(here, "src", name), join(out, name));
