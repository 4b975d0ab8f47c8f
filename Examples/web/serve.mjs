// Serves page.html to browsers of this machine, and tells it the appearance, night included:
//     appearance-tokens export --format css > tokens.css
//     node serve.mjs
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { appearance, follow } from "./follow.mjs";

const types = { html: "text/html", css: "text/css" };
const pages = new Set();
let newest;

follow((status) => {
    newest = appearance(status);
    for (const page of pages) page.write(`data: ${newest}\n\n`);
});

const server = createServer(async (request, response) => {
    if (request.url === "/appearance") {
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
        response.write(newest ? `data: ${newest}\n\n` : ":\n\n");
        pages.add(response);
        response.on("close", () => pages.delete(response));
        return;
    }
    const file = request.url === "/" ? "page.html" : request.url.slice(1);
    try {
        if (!/^[\w-]+\.(html|css)$/.test(file)) throw new Error("no file of this folder");
        const content = await readFile(new URL(file, import.meta.url));
        response.writeHead(200, { "content-type": types[file.split(".").pop()] + "; charset=utf-8" });
        response.end(content);
    } catch {
        response.writeHead(404).end();
    }
});
// Only this machine: a port of 0 is a free one.
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/`);
});
