// Makes a temporary folder for a form, says which, and runs until it is killed.
import { makeTempFolder } from '../../../server/process/temp-folders.ts';

console.log(await makeTempFolder('form'));
setInterval(() => {}, 60_000);
