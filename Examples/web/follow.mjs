// Follows the appearance of the desktop from Node or Electron, by the socket and without a library:
//     node follow.mjs
import { lstatSync } from "node:fs";
import { connect } from "node:net";

const directory = process.env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid()}`;
const path = `${directory}/appearanced/io.github.appearanced`;
const watch = '{"method":"io.github.appearanced.Watch","more":true}\0';

/** Calls back with the status now, and at every change; connects again when the daemon does. */
export function follow(callback) {
    // Where others may write, another user's program may listen, and Node cannot ask who does.
    const { uid, mode } = lstatSync(directory);
    if (uid !== process.getuid() || mode & 0o022) throw new Error(`others may write in ${directory}`);
    let delay = 10;
    const start = () => {
        let unfinished = "";
        const socket = connect(path, () => socket.write(watch));
        socket.setEncoding("utf8");
        socket.on("data", (text) => {
            delay = 10;
            const messages = (unfinished + text).split("\0");
            unfinished = messages.pop();
            for (const message of messages) {
                const status = JSON.parse(message).parameters?.status;
                if (status) callback(status);
            }
        });
        socket.on("error", () => {}); // The end of the connection follows.
        socket.on("close", () => {
            setTimeout(start, delay);
            delay = Math.min(delay * 2, 5000);
        });
    };
    start();
}

/** Returns light, dark or night; a newer daemon may have another word, which is dark. */
export function appearance(status) {
    return ["light", "dark", "night"].includes(status.appearance) ? status.appearance : "dark";
}

if (import.meta.filename === process.argv[1] || import.meta.url === `file://${process.argv[1]}`) {
    follow((status) => console.log(`${appearance(status)}: ${status.explanation}`));
}
