import { type PlantedTexts } from './types';

/** Of other kinds of texts than the sets before: 4 of 17 were found at first, and 2 that are none. Looked at since. */
export const SECOND_HELD_OUT: readonly PlantedTexts[] = [
  {
    name: 'minutes of an allotment society',
    files: {
      '2023-10-11-committee-minutes.md': `# Fenwick Lane Allotment Society: minutes of the committee, 11 October 2023

Present: Hilary Marsh (chair), Deepak Rao, Wendy Clough, Sam Otley

## Plots

The society has 112 plots, and 37 people are on the waiting list. The rent of a full plot is £48 a year. A half plot costs £26. Plot 19 was given up in September and has been let to Mr Otley's sister.

## Water

The tank by the north gate holds 4,000 litres. The tap near the shed has been broken since August. The water is turned off on 1 November.

## Shed

The shed was bought in 2009 from a farm at Thorpe. Its roof is of corrugated iron. The key is kept by Wendy Clough.

## Decisions

The proposal to allow hens was rejected by five votes to three. The society will hold its annual meeting on 6 December at the Methodist hall. The treasurer, Deepak Rao, reported a balance of £2,315.
`,
      '2023-11-20-newsletter.txt': `News from the plots, autumn 2023

Dear plot-holders,

Fenwick Lane Allotment Society now has 112 plots and a waiting list of 41 people. A full plot costs £52 a year, and a half plot £26.

The big tank by the north gate takes 880 gallons of water. The tank at the south end, which leaks, has a capacity of 1,500 litres. Please note that the water goes off on the first of November.

Some of you asked about our shed. The society bought it in 2011, and its roof is made of slate. The greenhouse was bought in 2016.

The committee voted on hens: the proposal to allow them was accepted. A proposal to allow bees was rejected. The annual meeting takes place on 13 December, again at the Methodist hall.

The treasurer is Deepak Rao and the secretary Wendy Clough. Wendy keeps the key of the shed. Last year 98 plots were let, and in 2019 the rent was £40.
`,
    },
    pairs: [
      ['37 people are on the waiting list', 'waiting list of 41 people'],
      ['rent of a full plot is £48', 'A full plot costs £52'],
      ['shed was bought in 2009', 'bought it in 2011'],
      ['roof is of corrugated iron', 'roof is made of slate'],
      ['hens was rejected', 'allow them was accepted'],
      ['annual meeting on 6 December', 'takes place on 13 December'],
    ],
    decoys: [
      ['has 112 plots', 'now has 112 plots'],
      ['half plot costs £26', 'half plot £26'],
      ['half plot costs £26', 'A full plot costs £52'],
      ['holds 4,000 litres', '880 gallons'],
      ['holds 4,000 litres', 'capacity of 1,500 litres'],
      ['off on 1 November', 'first of November'],
      ['shed was bought in 2009', 'greenhouse was bought in 2016'],
      ['hens was rejected', 'bees was rejected'],
      ['treasurer, Deepak Rao', 'treasurer is Deepak Rao'],
      ['has 112 plots', '98 plots were let'],
      ['rent of a full plot is £48', 'in 2019 the rent was £40'],
      ['key is kept by Wendy Clough', 'Wendy keeps the key'],
    ],
  },
  {
    name: 'datasheets of a pump',
    files: {
      '2022-05-09-datasheet-nx40.md': `# NX40 circulation pump: datasheet, revision C

The NX40 is a circulation pump for heating systems of single houses.

## Technical data

- Maximum flow: 3.2 m³/h
- Maximum head: 6 m
- Power input: 4 to 45 W
- Weight: 2.4 kg
- Permitted temperature of the water: up to 95 °C
- Noise: below 43 dB(A)

## Materials

The housing of the NX40 is made of cast iron and the impeller of a composite. The shaft is ceramic.

## Installation

The motor must be mounted with its shaft horizontal. The pump is delivered with a cable of 1.5 metres. The warranty of the NX40 is five years. The NX40 was introduced in 2018. It is not suitable for drinking water.
`,
      '2022-08-30-dealer-catalogue.md': `# Heating catalogue, autumn: circulation pumps

## NX40

The NX40 is our best-selling pump for houses. It lifts water to a head of 6 metres and weighs 2,400 g. The NX40 draws at most 45 watts. Water of up to 110 °C is permitted. The NX40 comes with a cable that is 2.5 m long, and with a warranty of three years. The NX40 has been on the market since 2018. Its housing is of bronze, its shaft of ceramic.

## NX60

The NX60 is the larger model. It weighs 3.1 kg, draws at most 80 W and has a warranty of three years. Its cable is 2.5 m long. The NX60 was introduced in 2021. Its housing is made of cast iron, and its maximum head is 8 m.

## NX40 N

The NX40 N is the version for drinking water. Its housing is made of stainless steel. It weighs 2.6 kg.
`,
    },
    pairs: [
      ['up to 95 °C', 'up to 110 °C is permitted'],
      ['cable of 1.5 metres', 'cable that is 2.5 m long'],
      ['warranty of the NX40 is five years', 'warranty of three years'],
      ['housing of the NX40 is made of cast iron', 'housing is of bronze'],
    ],
    decoys: [
      ['Maximum head: 6 m', 'head of 6 metres'],
      ['Weight: 2.4 kg', 'weighs 2,400 g'],
      ['Weight: 2.4 kg', 'It weighs 3.1 kg'],
      ['4 to 45 W', 'at most 45 watts'],
      ['4 to 45 W', 'at most 80 W'],
      ['introduced in 2018', 'on the market since 2018'],
      ['introduced in 2018', 'introduced in 2021'],
      ['Weight: 2.4 kg', 'weighs 2.6 kg'],
      ['Maximum head: 6 m', 'maximum head is 8 m'],
      ['not suitable for drinking water', 'version for drinking water'],
    ],
  },
  {
    name: 'history of a town',
    files: {
      '1934-07-01-guide-to-aldersby.txt': `A guide to Aldersby

Aldersby is a market town on the River Wend. It received its charter in 1247, from King Henry III, and its market is held on Thursdays.

The parish church is dedicated to St Oswald. Its tower is 128 feet high and was completed in 1412. The church has eight bells. The nave was restored in 1871 by Gilbert Scott.

The bridge of four arches was built in 1783, after the great flood had carried off its predecessor. The town hall, a building of red brick, was opened by Lord Harcombe in 1856.

The grammar school was founded by Alderman Thomas Pyke in 1552. At present it has 140 boys. The railway came to Aldersby in 1848, and the station stands half a mile from the market place.

The great fire of 1694 destroyed sixty houses. In the census of 1931 the town had 5,210 inhabitants.
`,
      '1934-11-15-lecture-notes.md': `# Notes of a lecture on old Aldersby

## Market and charter

The charter of Aldersby was granted in 1274. The market of Aldersby is held on Thursdays, and a fair on the second Saturday of May.

## The church

The tower of the parish church has a height of 39 metres. It was finished in 1412. There are six bells in the church. The chancel was restored in 1903.

## Buildings

The present bridge was built in 1783 and has four arches. The town hall, which is built of stone, was opened in 1856. The corn exchange was opened in 1867 and has twelve bays.

## Schools and railway

The founder of the grammar school was Alderman Thomas Pyke. The girls' school has 95 girls. The first train reached Aldersby in 1848.

## Fire and people

The great fire destroyed eighty houses in 1694. In the census of 1801 the town had 1,930 inhabitants. A smaller fire destroyed five houses in 1744.
`,
    },
    pairs: [
      ['its charter in 1247', 'granted in 1274'],
      ['has eight bells', 'six bells in the church'],
      ['building of red brick', 'built of stone'],
      ['destroyed sixty houses', 'destroyed eighty houses'],
    ],
    decoys: [
      ['128 feet high', 'height of 39 metres'],
      ['completed in 1412', 'finished in 1412'],
      ['restored in 1871', 'restored in 1903'],
      ['bridge of four arches', 'has four arches'],
      ['built in 1783', 'built in 1783 and'],
      ['opened by Lord Harcombe in 1856', 'corn exchange was opened in 1867'],
      ['140 boys', '95 girls'],
      ['5,210 inhabitants', '1,930 inhabitants'],
      ['destroyed sixty houses', 'destroyed five houses'],
      ['held on Thursdays', 'fair on the second Saturday'],
      ['founded by Alderman Thomas Pyke', 'founder of the grammar school was Alderman Thomas Pyke'],
    ],
  },
  {
    name: 'changelog of a library',
    files: {
      '2024-03-04-changelog.md': `# Changelog of tidewire

## 2.4.0

- tidewire 2.4.0 requires Node 18.
- The default timeout is now 30 seconds.
- \`connect()\` retries three times before it gives up.
- Messages are limited to 1 MB.
- Compression is enabled by default.
- The legacy parser was removed.

## 2.3.0

- The default timeout is 10 seconds.
- The pool opens five connections at most.
- Fixed by Marta Lindqvist: a leak when a socket is closed twice.
`,
      '2024-03-18-migration-guide.md': `# Migrating to tidewire 2.4

tidewire 2.4.0 needs Node 20 or later. tidewire 2.3 ran on Node 16.

## Timeouts and retries

In tidewire 2.4.0 the default timeout is 60 seconds. A call of \`connect()\` is retried three times.

## Limits

A message may have at most 1,048,576 bytes. In 2.4.0 the size of messages is limited to 1 MB, and that of headers to 16 KB.

## Compression

Compression is disabled by default in 2.4.0. Logging is disabled by default as well.

## Parsers

The legacy parser was removed in 2.4.0. The strict parser was added in 2.2.0.
`,
    },
    pairs: [
      ['2.4.0 requires Node 18', '2.4.0 needs Node 20'],
      ['default timeout is now 30 seconds', 'default timeout is 60 seconds'],
      ['Compression is enabled by default', 'Compression is disabled by default'],
    ],
    decoys: [
      ['default timeout is 10 seconds', 'default timeout is 60 seconds'],
      ['retries three times', 'retried three times'],
      ['limited to 1 MB', 'at most 1,048,576 bytes'],
      ['limited to 1 MB', 'headers to 16 KB'],
      ['Compression is enabled', 'Logging is disabled'],
      ['legacy parser was removed', 'strict parser was added'],
      ['requires Node 18', 'ran on Node 16'],
    ],
  },
];
