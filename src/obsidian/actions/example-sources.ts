/** What the example wiki is for. */
export const EXAMPLE_PURPOSE = 'Everything that the volunteers of an old engine house have to know about its machines.';

/** Two sources that agree on most things and disagree on one. Written for this purpose. */
export const EXAMPLE_SOURCES: Readonly<Record<string, string>> = {
  'compressor-manual.md': `---
title: Compressor manual
date: 1968-03-01
---

# Compressor manual

The compressor is a two-stage air compressor that fills the tanks of the diaphone.
The compressor must be stopped when its cooling water reaches 96 °C.

Let the compressor cool for an hour before it is started again.
The compressor was built in 1961.

The diaphone is a fog signal that is blown with compressed air.
The diaphone needs a pressure of 2.4 bar.
`,
  'engine-house-notes.md': `---
title: Engine house notes
date: 2026-05-03
---

# Engine house notes

The engine house is a stone building that holds the compressor and its tanks.
The gasket of the compressor has failed twice.

The compressor must be stopped when its cooling water reaches 88 °C.
The oil of the compressor is checked before every start.

The diaphone is sounded on the first Sunday of each month.
`,
};
