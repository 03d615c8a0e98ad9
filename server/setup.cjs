// Runs before every npm script, under whatever Node the machine has (18 or later, hence CommonJS): installs the
// packages when they are missing or differ from the lockfile, and refuses a Node that cannot run TypeScript.
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const needed = [24, 12];

/** Who only runs Haat does not wait for the tools of development, a quarter of the files. */
const withTools =
  process.env.NODE_ENV !== 'production' &&
  !['prestart', 'preapi', 'preworker', 'premigrate', 'preaudit', 'prehaat'].includes(process.env.npm_lifecycle_event);

/** What is to be installed: 'some' package that Haat runs with, only 'tools' of development, or nothing. */
function missing() {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  let installed;
  try {
    // npm keeps a record of what it installed; it is written last, so an interrupted install leaves none.
    installed = read('node_modules/.package-lock.json');
  } catch {
    return 'some';
  }
  let tools = false;
  for (const [name, wanted] of Object.entries(read('package-lock.json'))) {
    const have = installed[name];
    // Packages for other platforms are absent.
    if (name === '' || (!have && (wanted.optional || wanted.devOptional))) continue;
    if (!have && wanted.dev) tools = true;
    else if (have?.version !== wanted.version || have.integrity !== wanted.integrity) return 'some';
  }
  return tools && withTools ? 'tools' : undefined;
}

function fail(message) {
  console.error(`haat: ${message}`);
  process.exit(1);
}

/** A signal is passed on: npm would otherwise work on alone. */
function install(what, done) {
  // "npm ci" begins by deleting all packages. The tools are only added: a Haat that runs from this folder goes on.
  const command = what === 'tools' ? ['install', '--no-save'] : ['ci', ...(withTools ? [] : ['--omit=dev'])];
  console.error(`haat: installing packages (npm ${command.join(' ')}) ...`);
  const child = spawn('npm', [...command, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  let stopped;
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopped = signal;
      child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`npm does not start: ${error.message}`));
  child.on('close', (code) => {
    if (stopped) fail(`"npm ${command[0]}" was stopped by ${stopped}`);
    if (code !== 0)
      fail(`"npm ${command[0]}" failed; its own message stands above. Once it works by hand, run this command again.`);
    done();
  });
}

function checkNode() {
  // npm puts node_modules/.bin first on the PATH of its scripts, so a Node installed as a package is the one that runs.
  // npm 10 does not always make the link there.
  const packaged = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const linked = path.join(root, 'node_modules', '.bin', 'node');
  let version = process.versions.node;
  if (fs.existsSync(packaged)) {
    try {
      if (!fs.existsSync(linked)) fs.symlinkSync(path.relative(path.dirname(linked), packaged), linked);
      version = execFileSync(linked, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
    } catch (error) {
      fail(`the packaged Node does not run on this machine (${error.message.split('\n')[0]})`);
    }
  }
  const [major, minor] = version.split('.').map(Number);
  if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
    fail(
      `Node ${needed.join('.')} or later is needed, this is ${version}. ` +
        'On Linux it comes with the packages; here, please install Node 24 and run this command again.',
    );
  }
}

const what = missing();
if (what) install(what, checkNode);
else checkNode();
