import { type PlantedTexts } from './types';

/** Looked at while the code was built. */
export const TUNED: readonly PlantedTexts[] = [
  {
    name: 'river',
    files: {
      '2012-04-02-river-gazetteer.md': `# The River Sallow

The River Sallow is a river of the county of Marl. It is 64 km long and rises at an elevation of 410 metres. Its mouth is at Crane Bay.

## Bridges

Tanner's Bridge was built in 1822. It has seven arches. The ford at Withy is passable in summer.

## Weirs

The weir at Calder Mill is 2.4 metres high. The lower weir is 1.1 metres high. The river has five weirs.
`,
      '2012-11-20-angling-handbook.txt': `Angling on the River Sallow

The River Sallow rises at 410 m above the sea and has a length of about 71 kilometres. Trout are taken in its upper half.

Tanner's Bridge, erected in 1831, is the best place. The bridge has 7 arches. Long Bridge was built in 1904.

Calder Mill weir has a height of 3.1 m. There are six weirs on the river. The county has 31 rivers. The ford at Withy is impassable in winter.
`,
    },
    pairs: [
      ['64 km long', 'about 71 kilometres'],
      ['built in 1822', 'erected in 1831'],
      ['2.4 metres high', '3.1 m'],
      ['five weirs', 'six weirs'],
    ],
    decoys: [
      ['seven arches', '7 arches'],
      ['built in 1822', 'built in 1904'],
      ['410 metres', '410 m'],
      ['1.1 metres high', '3.1 m'],
      ['passable in summer', 'impassable in winter'],
    ],
  },
  {
    name: 'club',
    files: {
      '2022-01-18-minutes.md': `# Minutes of the Harbour Rowing Club, January 2022

Chair: Ruth Adeyemi

## Report

The Harbour Rowing Club was founded in 1923. It has 84 members. The club owns nine boats, two of them wooden.

The request for a new slipway was approved. The boathouse is insured for £60,000.

## Officers

The captain is Leo Brandt. Joan Petrie has been treasurer since 2019.
`,
      '2022-02-03-local-paper.txt': `A century on the water

The Harbour Rowing Club will be a hundred years old soon, since it was formed in 1921. The Bay Sailing Club was founded in 1948.

The Harbour Rowing Club is chaired by Daniel Frost. "We own eleven boats," he says. The club has 84 members and its captain is L. Brandt.

The request for a new slipway was refused. The request for a flagpole was approved. Joan Petrie became treasurer in 2019, after Ada Holt.

The boathouse is insured for 60,000 pounds. In 1998 the club had 40 members.
`,
    },
    pairs: [
      ['founded in 1923', 'formed in 1921'],
      ['Chair: Ruth Adeyemi', 'chaired by Daniel Frost'],
      ['owns nine boats', 'own eleven boats'],
      ['slipway was approved', 'slipway was refused'],
    ],
    decoys: [
      ['84 members', 'had 40 members'],
      ['captain is Leo Brandt', 'captain is L. Brandt'],
      ['£60,000', '60,000 pounds'],
      ['slipway was approved', 'flagpole was approved'],
      ['founded in 1923', 'founded in 1948'],
      ['treasurer since 2019', 'after Ada Holt'],
    ],
  },
  {
    name: 'product',
    files: {
      '2025-03-01-datasheet.md': `# Kestrel K2 field recorder: data sheet

The Kestrel K2 is a field recorder for two microphones. It weighs 420 g with batteries and costs $349.

## Power

The K2 runs for 18 hours on four cells. Its display is 2.8 inches wide. Recording at 96 kHz is supported.

## Memory

The K2 takes cards of up to 512 GB. The case was designed by Mika Aalto. The K2 has been available since April 2025.
`,
      '2025-03-20-review.txt': `Kestrel K2: a review

The Kestrel K2 has a weight of 465 grams with its batteries. Its price is 349 dollars. The older Kestrel K1 weighs 610 g and costs $279.

On four cells the K2 ran for 14 hours. The K1 runs for 18 hours. Mika Sandberg designed the case.

Recording at 96 kHz is not supported. A firmware for 192 kHz may come. The display is 71 mm wide.

The K2 takes cards of up to 0.5 TB.
`,
    },
    pairs: [
      ['weighs 420 g', '465 grams'],
      ['runs for 18 hours', 'ran for 14 hours'],
      ['designed by Mika Aalto', 'Mika Sandberg designed'],
      ['96 kHz is supported', '96 kHz is not supported'],
    ],
    decoys: [
      ['costs $349', '349 dollars'],
      ['weighs 420 g', 'weighs 610 g'],
      ['2.8 inches wide', '71 mm wide'],
      ['costs $349', 'costs $279'],
      ['up to 512 GB', '0.5 TB'],
    ],
  },
  {
    name: 'bakery',
    files: {
      '2019-05-05-recipe-book.md': `# Rye bread of the Ostler Bakery

The Ostler Bakery is a bakery in Brandon. The oven of the bakery holds 60 loaves. The loaf is baked for 50 minutes at 230 °C.

## History

The bakery was bought by Hanna Ostler in 1987. The shop in Mill Lane is open.

Each loaf weighs 900 g before it is baked.
`,
      '2019-08-01-newspaper.txt': `The Ostler Bakery

The Ostler Bakery of Brandon is loved. Its oven holds 48 loaves at a time. The rye loaf is baked for an hour, at 446 degrees Fahrenheit.

Hanna Ostler bought the bakery in 1989. The shop in Mill Lane is shut. The shop in Castle Street is open.

A loaf weighs 800 g once it is baked.
`,
    },
    pairs: [
      ['60 loaves', '48 loaves'],
      ['50 minutes', 'an hour'],
      ['Hanna Ostler in 1987', 'bakery in 1989'],
      ['Mill Lane is open', 'Mill Lane is shut'],
    ],
    decoys: [
      ['230 °C', '446 degrees'],
      ['Mill Lane is open', 'Castle Street is open'],
      ['900 g before', '800 g once'],
    ],
  },
  {
    name: 'minutes of two meetings',
    files: {
      '2024-02-12-committee.md': `# Minutes of the Weir Committee, Monday 12 February 2024

Held in the vestry on Monday 12 February 2024 at 7 pm.

The filter of the weir has a mesh of steel. The mesh is 250 µm thick.
`,
      '2024-03-11-committee.md': `# Minutes of the Weir Committee, Monday 11 March 2024

Held on Monday 11 March 2024 at 7 pm.

The mesh is 350 micrometres thick. The filter was cleaned.
`,
    },
    pairs: [['250 µm', '350 micrometres']],
    decoys: [['12 February 2024 at 7 pm', '11 March 2024 at 7 pm']],
  },
];
