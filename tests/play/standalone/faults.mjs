// Writes the message of each fault that a module may find, as a list in JSON. Usage: node faults.mjs MODULE

import { readFileSync } from "node:fs";
import { Machine } from "../../../interpreter/artrules/table/page/module/machine.js";

const machine = await Machine.from(readFileSync(process.argv[2]));
const { faults, numbers } = machine.about;
const messages = Object.keys(faults).map((number) => {
  for (const [register, value] of [["status", numbers.FAULTY], ["failed_at", -1], ["fault", Number(number)], ["fault_low", 1], ["fault_high", 0], ["fault_found", 0]])
    machine.set(register, value);
  return machine.fault();
});
console.log(JSON.stringify(messages));
