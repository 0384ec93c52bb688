
'use strict';
(() => {
  const root = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const KINDS = ['po', 'rf', 'mo', 'fr', 'hb'];
  const ROW = 38, TOP = 10, GAP = 56, MANY = 120;
  const SVG = 'http://www.w3.org/2000/svg';
  let shown = null, current = 0, nodes = [], lines = [], rowsOf = [];

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
    const made = element('p');
    text.split('`').forEach((part, index) => made.append(index % 2 ? element('code', '', part) : part));
    return made;
  }

  function layout() {
    let left = 16;
    return shown.threads.map((_, thread) => {
      const longest = Math.max(0, ...shown.steps.filter((step) => step.thread === thread).map((step) => step.text.length + step.mode.length + 5));
      const place = { left, width: Math.max(90, Math.min(340, 24 + 7.3 * longest)) };
      left += place.width + GAP;
      return place;
    });
  }

  function top(number) { return TOP + (number - 1) * ROW; }

  function show(index) {
    shown = root.counterexamples[index];
    byId('check').textContent = shown.check;
    byId('model').textContent = shown.model;
    byId('headline').textContent = shown.headline;
    document.title = 'Baton: ' + shown.check;
    byId('reason').replaceChildren(...shown.reason.map(prose), ...shown.orders.map(prose));
    const columns = layout();
    const last = columns[columns.length - 1];
    const width = last.left + last.width + 60, height = top(shown.steps.length) + ROW + 20;
    byId('columns').replaceChildren(...shown.threads.map((name, thread) => {
      const head = element('span', '', name);
      head.style.left = columns[thread].left + 'px';
      head.style.width = columns[thread].width + 'px';
      head.title = name;
      return head;
    }));
    const canvas = byId('canvas');
    byId('columns').style.width = canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
    nodes = shown.steps.map((step) => node(step, columns[step.thread]));
    canvas.replaceChildren(byId('edges'), ...nodes);
    byId('edges').setAttribute('width', width);
    byId('edges').setAttribute('height', height);
    wire(columns);
    byId('slider').max = shown.steps.length;
    byId('near').checked = shown.steps.length > MANY;
    rowsOf = null;
    go(shown.steps.length);
  }

  function node(step, column) {
    const made = element('button', 'step');
    made.type = 'button';
    made.style.left = column.left + 'px';
    made.style.top = top(step.number) + 'px';
    made.style.width = column.width + 'px';
    made.append(element('span', 'number', step.number), step.text, element('span', 'mode', step.place >= 0 ? '  ' + step.mode : ''));
    made.addEventListener('click', () => go(step.number));
    made.addEventListener('mouseenter', () => tip(step, made));
    made.addEventListener('focus', () => tip(step, made));
    made.addEventListener('mouseleave', hideTip);
    made.addEventListener('blur', hideTip);
    return made;
  }

  function sourceLine(step) {
    const source = shown.sources[step.source];
    return source && source.lines[step.line - 1] !== undefined ? source.lines[step.line - 1] : '';
  }

  function tip(step, near) {
    const box = byId('tip');
    const facts = [step.text];
    if (step.mode) facts.push('mode: ' + step.mode);
    if (step.readsFrom === 0) facts.push('reads what the set-up left');
    if (step.readsFrom > 0) facts.push('reads from step ' + step.readsFrom);
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
    return { po, ...shown.edges };
  }

  function wire(columns) {
    const svg = byId('edges');
    const definitions = drawing('defs', {});
    for (const kind of KINDS) {
      const marker = drawing('marker', { id: 'tip-' + kind, class: kind, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' });
      marker.append(drawing('path', { d: 'M0,0 L8,4 L0,8 z' }));
      definitions.append(marker);
    }
    svg.replaceChildren(definitions);
    lines = [];
    const all = edges();
    KINDS.forEach((kind, rank) => all[kind].forEach(([from, to]) => {
      const shape = path(columns, shown.steps[from - 1], shown.steps[to - 1], kind, rank);
      const line = drawing('path', { d: shape.d, class: kind, 'marker-end': 'url(#tip-' + kind + ')' });
      const label = drawing('text', { x: shape.x, y: shape.y, class: kind, 'text-anchor': 'middle' });
      label.textContent = kind === 'po' ? '' : kind;
      svg.append(line, label);
      lines.push({ kind, from, to, line, label });
    }));
  }

  /** A straight line for program order, an arc beside the column within a thread, a curve between threads. */
  function path(columns, from, to, kind, rank) {
    const a = columns[from.thread], b = columns[to.thread];
    const middle = 13, shift = (rank - 2) * 4;
    const y1 = top(from.number) + middle, y2 = top(to.number) + middle;
    if (kind === 'po') {
      const x = a.left + 22;
      return { d: `M${x},${y1 + middle} L${x},${y2 - middle - 1}`, x, y: y1 };
    }
    if (from.thread === to.thread) {
      const x = a.left + a.width, bulge = Math.min(44, 12 + 6 * rank + Math.abs(y2 - y1) / 14);
      return { d: `M${x},${y1 + shift} C${x + bulge},${y1 + shift} ${x + bulge},${y2 + shift} ${x + 1},${y2 + shift}`, x: x + bulge * .75, y: (y1 + y2) / 2 + shift };
    }
    const right = b.left > a.left;
    const x1 = right ? a.left + a.width : a.left, x2 = right ? b.left - 1 : b.left + b.width + 1;
    const pull = (right ? 1 : -1) * Math.max(30, Math.abs(x2 - x1) / 2);
    return { d: `M${x1},${y1 + shift} C${x1 + pull},${y1 + shift} ${x2 - pull},${y2 + shift} ${x2},${y2 + shift}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2 + shift - 2 };
  }

  function refresh() {
    const on = new Set([...document.querySelectorAll('[data-edge]')].filter((box) => box.checked).map((box) => box.dataset.edge));
    const near = byId('near').checked;
    for (const { kind, from, to, line, label } of lines) {
      const visible = on.has(kind) && (!near || kind === 'po' || from === current || to === current);
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
      made.classList.toggle('later', index >= current);
      made.classList.toggle('current', index + 1 === current);
    });
    refresh();
    memory();
    source();
    if (current > 0) nodes[current - 1].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else byId('graph').scrollTop = 0;
  }

  /** Values so far: a place's writes in the order of memory, those that have happened. */
  function memory() {
    const touched = current > 0 ? shown.steps[current - 1].place : -1;
    byId('memory').replaceChildren(...shown.places.map((place, index) => {
      const row = element('tr', index === touched ? 'current' : '');
      const values = element('td');
      const happened = place.writes.filter((write) => write <= current);
      const all = [place.initial, ...happened.map((write) => shown.steps[write - 1].value + ' (' + write + ')')];
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
        row.append(element('b', '', index + 1), text);
        return row;
      }));
      if (!file.lines.length) box.append(element('div', 'row', 'The source was not found; name its directory with --source.'));
    }
    box.querySelectorAll('.current').forEach((row) => row.classList.remove('current'));
    const row = box.children[step.line - 1];
    if (row && file.lines.length) {
      row.classList.add('current');
      box.scrollTop = Math.max(0, row.offsetTop - box.offsetTop - box.clientHeight / 2);
    }
  }

  function toggle(box) { box.checked = !box.checked; refresh(); }

  document.addEventListener('keydown', (event) => {
    if (!shown || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
    const boxes = [...document.querySelectorAll('[data-edge]'), byId('near')];
    if (event.key === 'ArrowRight' || event.key === 'j') go(current + 1);
    else if (event.key === 'ArrowLeft' || event.key === 'k') go(current - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(shown.steps.length);
    else if (/^[1-6]$/.test(event.key)) toggle(boxes[event.key - 1]);
    else return;
    event.preventDefault();
  });
  byId('first').addEventListener('click', () => go(0));
  byId('back').addEventListener('click', () => go(current - 1));
  byId('next').addEventListener('click', () => go(current + 1));
  byId('last').addEventListener('click', () => go(shown.steps.length));
  byId('slider').addEventListener('input', (event) => go(Number(event.target.value)));
  byId('switches').addEventListener('change', refresh);
  byId('theme').addEventListener('click', () => {
    const now = document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = now === 'dark' ? 'light' : 'dark';
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
