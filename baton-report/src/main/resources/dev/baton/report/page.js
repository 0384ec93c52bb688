
'use strict';
(() => {
  const root = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const KINDS = ['po', 'rf', 'mo', 'fr', 'hb'];
  const ROW = 36, TOP = 12, MARGIN = 16, LANE = 13, MOST_LANES = 7, NARROW = 210, VALUES = 8, MANY = 120;
  const TOKEN = /(\/\/.*$|\/\*.*|^\s*\*.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(@\w+)|\b(abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do|double|else|enum|extends|false|final|finally|float|for|if|implements|import|instanceof|int|interface|long|new|null|package|private|protected|public|record|return|sealed|short|static|super|switch|synchronized|this|throw|throws|true|try|var|void|volatile|while|yield)\b/g;
  const SVG = 'http://www.w3.org/2000/svg';
  let shown = null, current = 0, nodes = [], lines = [], rowsOf = [], rows = [], rowOf = [], opened = new Set();

  /** Makes an element; text is only ever set as text. */
  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function drawing(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    return made;
  }

  /** Text in which what stands between backquotes is code. */
  function prose(text) {
    const made = element('p'), parts = text.split('`');
    if (parts.length % 2 === 0) return element('p', '', text);
    parts.forEach((part, index) => made.append(index % 2 ? element('code', '', part) : part));
    return made;
  }

  /** Columns, each as wide as its longest step, with a gap after it for the lanes of the edges that run there. */
  function layout(all) {
    const lanes = lanesOf(all);
    const columns = shown.threads.map((_, thread) => {
      const needed = rows.filter((row) => row.step.thread === thread).map((row) => 44 + 7.25 * row.text.length + (row.mode ? 20 + 6.4 * row.mode.length : 0));
      return { width: Math.max(96, Math.min(420, Math.max(0, ...needed))), gap: 26 + LANE * lanes[thread] };
    });
    fit(columns, byId('graph').clientWidth - MARGIN);
    let left = MARGIN;
    for (const column of columns) {
      column.left = left;
      left += column.width + column.gap;
    }
    return columns;
  }

  /** Takes from wide columns, down to what is still readable, if that makes all of them fit. */
  function fit(columns, room) {
    const over = columns.reduce((sum, column) => sum + column.width + column.gap, 0) - room;
    const spare = columns.map((column) => Math.max(0, column.width - NARROW));
    const total = spare.reduce((sum, each) => sum + each, 0);
    if (over <= 0 || total === 0) return;
    const share = Math.min(1, over / total);
    columns.forEach((column, index) => { column.width -= spare[index] * share; });
  }

  /** Gives each edge a lane of the gap it runs in, so that no two run over each other; says how many each gap needs. */
  function lanesOf(all) {
    const ends = shown.threads.map(() => []);
    const sorted = all.filter((edge) => edge.kind !== 'po').sort((a, b) => span(a) - span(b));
    for (const edge of sorted) {
      const from = shown.steps[edge.from - 1].thread, to = shown.steps[edge.to - 1].thread;
      edge.gap = from === to ? from : to > from ? to - 1 : to;
      const low = Math.min(rowOf[edge.from], rowOf[edge.to]), high = Math.max(rowOf[edge.from], rowOf[edge.to]);
      const taken = ends[edge.gap];
      let lane = taken.findIndex((rows) => rows.every(([start, end]) => high < start || low > end));
      if (lane < 0) lane = taken.length < MOST_LANES ? taken.push([]) - 1 : edge.from % MOST_LANES;
      taken[lane].push([low, high]);
      edge.lane = lane;
    }
    return ends.map((rows) => rows.length);
  }

  function span(edge) { return Math.abs(rowOf[edge.to] - rowOf[edge.from]); }

  function top(number) { return TOP + rowOf[number] * ROW; }

  /** One row for each step, except that those inside one call into a library share a row until it is opened. */
  function fold() {
    rows = [];
    rowOf = [];
    for (const [first, last] of shown.rows) {
      const closed = last > first && !opened.has(first) && !byId('full').checked;
      for (let number = first; number <= last; number++) {
        const step = shown.steps[number - 1];
        if (!closed) rows.push({ first: number, last: number, step, text: step.text, mode: step.place >= 0 ? step.mode : '' });
        else if (number === first) rows.push({ first, last, step, text: step.inside + ' (' + (last - first + 1) + ' steps)', mode: '', closed });
        rowOf[number] = rows.length - 1;
      }
    }
  }

  /** Draws anew, with other rows. */
  function refold() {
    fold();
    draw();
    go(current);
  }

  /** A call and what became of it. */
  function call(entry) {
    const cell = element('td', entry.begun ? '' : 'unbegun', entry.call);
    if (!entry.begun) cell.append(' (not begun)');
    else if (entry.result === null) cell.append(' ', element('span', 'never', 'waits for ever'));
    else cell.append(' \u2192 ', element('span', 'result', entry.result));
    return cell;
  }

  /** A column for each thread, and rows for the calls before and after them. */
  function callTable(calls) {
    const table = element('table'), width = calls.threads.length;
    const whole = (label, entries) => entries.map((entry) => {
      const row = element('tr'), cell = call(entry);
      cell.colSpan = width;
      cell.prepend(label + ': ');
      row.append(cell);
      return row;
    });
    const heads = element('tr');
    heads.append(...calls.threads.map((_, thread) => element('th', '', 'T' + (thread + 1))));
    const rows = [];
    for (let i = 0; i < Math.max(0, ...calls.threads.map((each) => each.length)); i++) {
      const row = element('tr');
      row.append(...calls.threads.map((each) => i < each.length ? call(each[i]) : element('td')));
      rows.push(row);
    }
    table.append(...whole('first', calls.first), heads, ...rows, ...whole('at last', calls.last));
    return table;
  }

  function verdicts(calls) {
    const made = element('div');
    made.append(...calls.reasons.map((text) => element('p', '', text)));
    return made;
  }

  function show(index) {
    shown = root.counterexamples[index];
    byId('check').textContent = shown.check;
    byId('model').textContent = shown.model;
    byId('headline').textContent = shown.headline;
    byId('happens').replaceChildren(...(shown.where || []).map((each) => {
      const made = document.createElement('span');
      made.className = 'badge ' + (each.answer === 'yes' ? 'yes' : 'other');
      made.textContent = each.machine + ': ' + each.answer;
      made.title = 'Under the memory model ' + each.model;
      return made;
    }));
    byId('happens').hidden = !shown.where;
    byId('stack').textContent = shown.stack.join('\n');
    byId('stack').hidden = !shown.stack.length || !!shown.calls;
    byId('calls').hidden = !shown.calls;
    byId('calls').replaceChildren(...(shown.calls ? [callTable(shown.calls), verdicts(shown.calls)] : []));
    opened = new Set();
    byId('full').parentNode.hidden = shown.rows.every(([first, last]) => first === last);
    document.title = 'Baton: ' + shown.check;
    byId('reason').replaceChildren(...shown.reason.map(prose), ...shown.orders.map((text) => { const made = prose(text); made.className = 'order'; return made; }));
    byId('reason').hidden = !shown.reason.length && !shown.orders.length;
    byId('slider').max = shown.steps.length;
    byId('near').checked = shown.steps.length > MANY;
    rowsOf = null;
    fold();
    draw();
    go(shown.steps.length);
  }

  function draw() {
    const canvas = byId('canvas'), height = TOP + rows.length * ROW + 20;
    canvas.style.height = height + 'px'; // a scroll bar takes room from the columns
    const all = edges();
    const columns = layout(all);
    const last = columns[columns.length - 1];
    const width = last.left + last.width + last.gap;
    byId('columns').replaceChildren(...shown.threads.map((name, thread) => {
      const head = element('span', '', name);
      head.style.left = columns[thread].left + 'px';
      head.style.width = columns[thread].width + 'px';
      head.title = name;
      return head;
    }));
    byId('columns').style.width = canvas.style.width = width + 'px';
    nodes = rows.map((row) => node(row, columns[row.step.thread]));
    canvas.replaceChildren(...columns.map(lane), byId('edges'), ...nodes);
    byId('edges').setAttribute('width', width);
    byId('edges').setAttribute('height', height);
    wire(columns, all);
  }

  /** The line that a thread's steps stand on. */
  function lane(column) {
    const made = element('div', 'lane');
    made.style.left = column.left + 'px';
    made.style.width = column.width + 'px';
    return made;
  }

  /** What a step does. Where there is little room, the name of the object is cut, never the field and its value. */
  function label(row) {
    const made = element('span', 'text');
    const name = row.closed || row.step.place < 0 ? '' : shown.places[row.step.place].name;
    const at = name.lastIndexOf('.') > 0 ? row.text.indexOf(name) : -1;
    const end = at < 0 ? row.text.length : at + name.lastIndexOf('.');
    made.append(element('span', 'head', row.text.slice(0, end)), element('span', 'tail', row.text.slice(end)));
    return made;
  }

  function node(row, column) {
    const step = row.step;
    const made = element('button', row.closed ? 'step closed' : 'step');
    made.type = 'button';
    made.style.left = column.left + 'px';
    made.style.top = top(step.number) + 'px';
    made.style.width = column.width + 'px';
    made.append(element('span', 'number', row.closed ? row.first + '\u2013' + row.last : row.first), label(row));
    if (row.mode) made.append(element('span', 'mode', row.mode));
    if (step.place < 0 || row.closed) made.classList.add('aside');
    made.addEventListener('click', () => {
      if (row.closed) {
        opened.add(row.first);
        current = row.first;
        refold();
      } else go(step.number);
    });
    made.addEventListener('mouseenter', () => tip(row, made));
    made.addEventListener('focus', () => tip(row, made));
    made.addEventListener('mouseleave', hideTip);
    made.addEventListener('blur', hideTip);
    return made;
  }

  function sourceLine(step) {
    const source = shown.sources[step.source];
    return source && source.lines[step.line - 1] !== undefined ? source.lines[step.line - 1] : '';
  }

  function tip(row, near) {
    const box = byId('tip'), step = row.step;
    const facts = [row.text];
    if (row.closed) facts.push('click to see them');
    else {
      if (step.mode) facts.push('mode: ' + step.mode);
      if (step.readsFrom === 0) facts.push('reads what the set-up left');
      if (step.readsFrom > 0) facts.push('reads from step ' + step.readsFrom);
      if (step.instead > 0) facts.push('older than step ' + step.instead);
      if (step.exact) facts.push('inside ' + step.inside + ', at ' + step.exact);
    }
    if (step.file) facts.push(step.file + ':' + step.line + (step.code ? '  ' + step.code : ''));
    box.replaceChildren(...facts.map((fact) => element('p', '', fact)));
    const code = sourceLine(step).trim();
    if (code) box.append(element('p', 'code', code));
    box.hidden = false;
    const frame = near.getBoundingClientRect();
    box.style.left = Math.max(4, Math.min(frame.left, innerWidth - box.offsetWidth - 8)) + 'px';
    box.style.top = (frame.bottom + 6 + box.offsetHeight > innerHeight ? frame.top - box.offsetHeight - 6 : frame.bottom + 6) + 'px';
  }

  function hideTip() { byId('tip').hidden = true; }

  function edges() {
    const po = [], before = new Map();
    for (const step of shown.steps) {
      if (before.has(step.thread)) po.push([before.get(step.thread), step.number]);
      before.set(step.thread, step.number);
    }
    const all = { po, ...shown.edges };
    return KINDS.flatMap((kind) => {
      const seen = new Set(); // one edge between two rows is enough
      return all[kind].filter(([from, to]) => {
        const key = rowOf[from] + ' ' + rowOf[to];
        return rowOf[from] !== rowOf[to] && !seen.has(key) && seen.add(key);
      }).map(([from, to]) => ({ kind, from, to }));
    });
  }

  function wire(columns, all) {
    const svg = byId('edges');
    const definitions = drawing('defs', {});
    for (const kind of KINDS) {
      const marker = drawing('marker', { id: 'tip-' + kind, class: kind, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' });
      marker.append(drawing('path', { d: 'M0,0 L8,4 L0,8 z' }));
      definitions.append(marker);
    }
    svg.replaceChildren(definitions);
    lines = [];
    for (const edge of all) {
      const { kind, from, to } = edge;
      const shape = path(columns, edge);
      const line = drawing('path', { d: shape.d, class: kind, 'marker-end': 'url(#tip-' + kind + ')' });
      const label = drawing('text', { x: shape.x, y: shape.y, class: kind, 'text-anchor': 'middle' });
      label.textContent = kind === 'po' ? '' : kind;
      svg.append(line, label);
      lines.push({ kind, from, to, line, label });
    }
  }

  /** Program order runs down its column; every other edge goes out to its lane, along it, and in again. */
  function path(columns, edge) {
    const from = shown.steps[edge.from - 1], to = shown.steps[edge.to - 1];
    const a = columns[from.thread], b = columns[to.thread];
    const middle = 13;
    if (edge.kind === 'po') {
      const x = a.left + 18;
      return { d: `M${x},${top(from.number) + 2 * middle} L${x},${top(to.number) - 1}`, x, y: 0 };
    }
    const shift = { rf: -4, mo: 5, fr: 1, hb: 8 }[edge.kind];
    const y1 = top(from.number) + middle + shift, y2 = top(to.number) + middle + shift;
    const x = columns[edge.gap].left + columns[edge.gap].width + 15 + LANE * edge.lane;
    const x1 = x > a.left + a.width ? a.left + a.width : a.left, x2 = x > b.left + b.width ? b.left + b.width + 1 : b.left - 1;
    const turn = Math.min(7, Math.abs(y2 - y1) / 2), down = y2 >= y1 ? turn : -turn;
    const out = x > x1 ? turn : -turn, back = x2 > x ? turn : -turn;
    return {
      d: `M${x1},${y1} H${x - out} Q${x},${y1} ${x},${y1 + down} V${y2 - down} Q${x},${y2} ${x + back},${y2} H${x2}`,
      x, y: (y1 + y2) / 2 + 3,
    };
  }

  function refresh() {
    const on = new Set([...document.querySelectorAll('[data-edge]')].filter((box) => box.checked).map((box) => box.dataset.edge));
    const near = byId('near').checked;
    for (const { kind, from, to, line, label } of lines) {
      const visible = on.has(kind) && (!near || kind === 'po' || rowOf[from] === rowOf[current] || rowOf[to] === rowOf[current]);
      line.style.display = label.style.display = visible ? '' : 'none';
      const later = Math.max(from, to) > current;
      line.classList.toggle('later', later);
      label.classList.toggle('later', later);
    }
  }

  function go(number) {
    current = Math.max(0, Math.min(shown.steps.length, number));
    byId('slider').value = current;
    byId('position').textContent = 'step ' + current + ' of ' + shown.steps.length;
    nodes.forEach((made, index) => {
      made.classList.toggle('later', rows[index].first > current);
      made.classList.toggle('current', rowOf[current] === index);
    });
    refresh();
    memory();
    source();
    if (current > 0) reveal(nodes[rowOf[current]]);
    else byId('graph').scrollTop = 0;
  }

  /** The last step of the row after this one, or before it. */
  function walk(by) {
    const index = (current > 0 ? rowOf[current] : -1) + by;
    go(index < 0 ? 0 : rows[Math.min(index, rows.length - 1)].last);
  }

  /** Scrolls as little as shows the step; sideways not at all if it can be helped. */
  function reveal(made) {
    const graph = byId('graph');
    if (made.offsetLeft + made.offsetWidth <= graph.clientWidth) graph.scrollLeft = 0;
    made.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Values so far: a place's writes in the order of memory, those that have happened. */
  function memory() {
    const touched = current > 0 ? shown.steps[current - 1].place : -1;
    byId('memory').replaceChildren(...shown.places.map((place, index) => {
      const row = element('tr', index === touched ? 'current' : '');
      const values = element('td');
      const happened = place.writes.filter((write) => write <= current);
      const all = [place.initial, ...happened.map((write) => shown.steps[write - 1].value + ' (' + write + ')')];
      if (all.length > VALUES) all.splice(1, all.length - VALUES, '(' + (all.length - VALUES) + ' more)');
      all.forEach((value, rank) => values.append(element('span', rank === all.length - 1 ? 'new' : 'old', value), rank === all.length - 1 ? '' : ' \u2192 '));
      row.append(element('td', '', place.name), values);
      return row;
    }));
  }

  function source() {
    const step = current > 0 ? shown.steps[current - 1] : null;
    const file = step ? shown.sources[step.source] : undefined;
    const box = byId('source');
    if (!file) {
      byId('where').textContent = 'Source';
      box.replaceChildren(element('div', 'row', step ? 'This step belongs to the check itself.' : 'Before the first step.'));
      rowsOf = null;
      return;
    }
    byId('where').textContent = file.file + ':' + step.line + '  ' + step.code;
    if (rowsOf !== file) {
      rowsOf = file;
      box.replaceChildren(...file.lines.map((text, index) => {
        const row = element('div', 'row');
        row.append(element('b', '', index + 1), ...tokens(text));
        return row;
      }));
      if (!file.lines.length) box.append(element('div', 'row', 'The source was not found; name its directory with --source.'));
    }
    box.querySelectorAll('.current').forEach((row) => row.classList.remove('current'));
    const row = box.children[step.line - 1];
    if (row && file.lines.length) {
      row.classList.add('current');
      box.scrollTop = Math.max(0, row.offsetTop - box.clientHeight / 2);
    }
  }

  /** A line of Java in a few colours; nothing but text goes in. */
  function tokens(text) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(TOKEN)) {
      if (match.index > end) parts.push(text.slice(end, match.index));
      const kind = match[1] ? 'comment' : match[2] ? 'string' : match[3] ? 'note' : 'word';
      parts.push(element('span', 'java-' + kind, match[0]));
      end = match.index + match[0].length;
    }
    parts.push(text.slice(end));
    return parts;
  }

  function toggle(box) { box.checked = !box.checked; refresh(); }

  document.addEventListener('keydown', (event) => {
    if (!shown || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
    const boxes = [...document.querySelectorAll('[data-edge]'), byId('near')];
    if (event.key === 'ArrowRight' || event.key === 'j') walk(1);
    else if (event.key === 'ArrowLeft' || event.key === 'k') walk(-1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(shown.steps.length);
    else if (/^[1-6]$/.test(event.key)) toggle(boxes[event.key - 1]);
    else if (event.key === '7' && !byId('full').parentNode.hidden) byId('full').click();
    else if (event.key === 't') byId('theme').click();
    else return;
    event.preventDefault();
  });
  byId('first').addEventListener('click', () => go(0));
  byId('back').addEventListener('click', () => walk(-1));
  byId('next').addEventListener('click', () => walk(1));
  byId('last').addEventListener('click', () => go(shown.steps.length));
  byId('slider').addEventListener('input', (event) => go(Number(event.target.value)));
  byId('switches').addEventListener('change', (event) => (event.target.id === 'full' ? refold() : refresh()));
  byId('theme').addEventListener('click', () => {
    const now = document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = now === 'dark' ? 'light' : 'dark';
  });
  let waiting = 0;
  addEventListener('resize', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (shown) { draw(); go(current); } }, 100);
  });
  const choice = byId('choice');
  root.counterexamples.forEach((each, index) => {
    const option = element('option', '', (index + 1) + '. ' + each.check + ' (' + each.model + ')');
    option.value = index;
    choice.append(option);
  });
  choice.hidden = root.counterexamples.length < 2;
  choice.addEventListener('change', () => show(Number(choice.value)));
  if (root.counterexamples.length) show(0);
  else {
    byId('check').textContent = root.title;
    byId('headline').textContent = 'No violation was found.';
    document.querySelector('nav').hidden = document.querySelector('main').hidden = true;
  }
})();
