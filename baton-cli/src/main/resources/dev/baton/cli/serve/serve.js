'use strict';
const token = new URLSearchParams(location.search).get('token');
const get = id => document.getElementById(id);
const source = get('source'), state = get('state'), checks = get('checks'), sites = get('sites'), message = get('message'), page = get('page');

const EXAMPLES = {
  'A lost update': `import dev.baton.check.api.*;

public class LostUpdate {
    volatile int hits;

    @ModelCheck
    void everyHitCounts(Scenario scenario) {
        scenario.threads(2, () -> hits = hits + 1);
        scenario.finallyAssert(() -> {
            if (hits != 2) throw new AssertionError("hits: " + hits);
        });
    }
}
`,
  'Message passing': `import dev.baton.check.api.*;
import java.lang.invoke.*;

public class MessagePassing {
    static final VarHandle READY;
    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(MessagePassing.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
    int data;
    boolean ready;

    @ModelCheck
    void readerSeesTheData(Scenario scenario) {
        scenario.thread("writer", () -> {
            data = 42;
            READY.setOpaque(this, true);       // try setRelease
        });
        scenario.thread("reader", () -> {
            if ((boolean) READY.getOpaque(this) && data != 42) {   // and getAcquire
                throw new AssertionError("stale: " + data);
            }
        });
    }
}
`,
  'A lock to relax': `import dev.baton.check.api.*;
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLock {
    final AtomicBoolean held = new AtomicBoolean();
    int count;

    void lock() {
        while (!held.compareAndSet(false, true)) Thread.onSpinWait();
    }

    void unlock() {
        held.set(false);
    }

    @ModelCheck
    void incrementsAreNotLost(Scenario scenario) {
        scenario.threads(2, () -> {
            lock();
            count++;
            unlock();
        });
        scenario.finallyAssert(() -> {
            if (count != 2) throw new AssertionError("count: " + count);
        });
    }
}
`,
  'A lost wake-up': `import dev.baton.check.api.*;
import java.util.concurrent.locks.LockSupport;

public class LostWakeUp {
    volatile Thread waiter;
    volatile boolean open;

    @ModelCheck
    void waiterGoesOn(Scenario scenario) {
        scenario.thread("waiter", () -> {
            if (!open) {
                waiter = Thread.currentThread();
                LockSupport.park();            // open may have been set in between
            }
        });
        scenario.thread("opener", () -> {
            open = true;
            Thread sleeping = waiter;
            if (sleeping != null) LockSupport.unpark(sleeping);
        });
    }
}
`,
};

function shared() {
  const match = location.hash.match(/^#source=(.+)$/);
  if (!match) return null;
  try {
    const bytes = Uint8Array.from(atob(match[1].replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

function call(method, path, parameters = {}, body) {
  const query = new URLSearchParams({ token, ...parameters });
  return fetch(path + '?' + query, { method, body });
}

function cell(row, text, style) {
  const cell = row.insertCell();
  cell.textContent = text;
  if (style) cell.className = style;
}

function show(status) {
  if (!status.result) {
    message.textContent = status.progress || 'It ended with ' + status.exitCode + ' and said nothing.';
    message.hidden = false;
    state.textContent = status.exitCode === 2 ? 'The program cannot be checked as it is.' : 'Stopped.';
    return;
  }
  const result = JSON.parse(status.result);
  if (!result.checks) {
    showModes(result, status.patch);
    return;
  }
  const body = checks.tBodies[0];
  body.replaceChildren();
  for (const check of result.checks) {
    const row = body.insertRow();
    cell(row, check.check);
    cell(row, check.model);
    cell(row, check.verdict.replace(/_/g, ' '), check.verdict === 'verified' || check.verdict === 'violated' ? check.verdict : 'other');
    cell(row, (check.executions ?? 0).toLocaleString('en'));
    if (check.message) {
      message.textContent += check.message + '\n';
      message.hidden = false;
    }
  }
  checks.hidden = false;
  state.textContent = result.violations ? 'An execution breaks the check.' : result.exitCode === 0 ? 'Every execution was visited, and none is wrong.' : 'Not everything is verified.';
}

// What relaxing came to: each access with its mode, and the change of the source; or why it could not begin.
function showModes(result, patch) {
  const start = result.unverifiedStart;
  if (start || !result.sites) {
    message.textContent = start ? start.message + '\n' + start.trace : '';
    message.hidden = !start;
    state.textContent = start ? 'The modes to start from do not verify under ' + start.model + '.' : 'Stopped.';
    return;
  }
  sites.tBodies[0].replaceChildren();
  for (const site of result.sites) {
    const row = sites.tBodies[0].insertRow();
    cell(row, site.file + ':' + site.line);
    cell(row, site.operation);
    cell(row, site.code);
    cell(row, site.now, site.now === site.code ? '' : 'verified');
  }
  sites.hidden = false;
  message.textContent = patch;
  message.hidden = !patch;
  const changes = result.sites.filter(site => site.now !== site.code).length;
  state.textContent = changes ? 'Weaker modes that still verify: ' + changes + ' of ' + result.sites.length + '.' : 'No mode can be weaker.';
}

let job = null;

async function run(task) {
  const models = [...document.querySelectorAll('#models input:checked')].map(each => each.value).join(',');
  checks.hidden = sites.hidden = message.hidden = page.hidden = true;
  message.textContent = '';
  get('run').disabled = get('relax').disabled = true;
  state.textContent = 'Starting …';
  try {
    const started = await call('POST', task, { models }, source.value);
    if (!started.ok) throw new Error(await started.text());
    job = (await started.json()).job;
    get('stop').disabled = false;
    for (;;) {
      const status = await (await call('GET', 'status', { job })).json();
      if (!status.running) {
        show(status);
        if (status.result && JSON.parse(status.result).counterexamples?.length) {
          page.src = 'page?' + new URLSearchParams({ token, job });
          page.hidden = false;
        }
        break;
      }
      state.textContent = status.progress || 'Compiling …';
      await new Promise(done => setTimeout(done, 250));
    }
  } catch (failure) {
    state.textContent = failure.message;
  } finally {
    get('run').disabled = get('relax').disabled = false;
    get('stop').disabled = true;
  }
}

for (const name of Object.keys(EXAMPLES)) get('example').add(new Option(name));
get('example').onchange = event => { source.value = EXAMPLES[event.target.value]; };
get('run').onclick = () => run('run');
get('relax').onclick = () => run('relax');
get('stop').onclick = () => call('POST', 'stop', { job });
get('share').onclick = async () => {
  const bytes = new TextEncoder().encode(source.value);
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  location.hash = 'source=' + text;
  try {
    await navigator.clipboard.writeText(location.href.replace(token, 'YOUR-TOKEN'));
    state.textContent = 'The program is in the address, and the address is copied: put the token of the other machine into it.';
  } catch {
    state.textContent = 'The program is in the address: copy it from there.';
  }
};
source.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run('run');
});
source.value = shared() ?? EXAMPLES[Object.keys(EXAMPLES)[0]];
