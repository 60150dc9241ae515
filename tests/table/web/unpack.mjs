// Unpacks the text on standard input, and writes the contents in hexadecimal digits, by name.
import { readFileSync } from "node:fs";
import { unpack } from "../../../interpreter/artrules/table/page/local/packing.js";

const contents = unpack(readFileSync(0, "utf-8"));
console.log(JSON.stringify(Object.fromEntries([...contents].map(([name, bytes]) => [name, Buffer.from(bytes).toString("hex")]))));
