import { type PlantedTexts } from './types';

/** Minutes, a readme with an issue, and local history. Found before the rules were changed for them: 5 of 18. Looked at since. */
export const FOURTH_SET: readonly PlantedTexts[] = [
  {
    name: 'a readme and an issue',
    files: {
      '2024-05-02-readme.md': `# Sparrowhawk

Sparrowhawk ships log lines to an object store. It was created by Lena Voss in 2019.

## Requirements

It requires Python 3.10 and needs 256 MB of memory. Linux and macOS are supported. Windows is supported as well.

## Configuration

- \`batch_size\` is 500 lines.
- The flush interval is ten seconds.
- Retries: five.
- Compression is on by default.

## Project

Lena Voss maintains the project. Releases are signed. Telemetry is opt-in.
`,
      '2024-06-18-issue-91.md': `# Issue 91: Flush interval is ignored by Sparrowhawk on Windows

**mkarim** opened this issue on 18 June 2024.

I run Sparrowhawk with Python 3.11 on Windows 11. The documentation says otherwise, but the flush interval is 30 seconds in the code.

**tveit** commented:

Windows is not supported. Linux and macOS are supported. The batch size is 1,000 lines, too.

**mkarim** commented:

On my machine it needs 512 MB of memory. It was created in 2019, so the defaults may have changed. Telemetry is opt-out. The connect timeout is 30 seconds.

**tveit** commented:

Compression is off by default. It gives up after five retries. Releases are signed.
`,
    },
    pairs: [
      ['Windows is supported as well', 'Windows is not supported'],
      ['flush interval is ten seconds', 'flush interval is 30 seconds'],
      ['is 500 lines', 'batch size is 1,000 lines'],
      ['needs 256 MB', 'needs 512 MB'],
      ['Compression is on by default', 'Compression is off by default'],
      ['Telemetry is opt-in', 'Telemetry is opt-out'],
    ],
    decoys: [
      ['created by Lena Voss in 2019', 'created in 2019'],
      ['Linux and macOS are supported', 'Linux and macOS are supported'],
      ['flush interval is ten seconds', 'connect timeout is 30 seconds'],
      ['Releases are signed', 'Releases are signed'],
      ['Retries: five', 'after five retries'],
    ],
  },
  {
    name: 'a handbook and minutes of a rowing club',
    files: {
      '2023-03-01-club-handbook.md': `# Handbook of the Severn Lane Rowing Club

The club was founded on 4 May 1887. It owns eleven boats.

## Boathouse

It was built in 1962 and has room for two dozen boats. The doors are locked at nine in the evening.

## Membership

The annual subscription is £95. Two thirds of the members are under 25. Juniors may not row alone. Life jackets are compulsory for juniors.

## Officers

- Chair: Priya Nair
- Captain: Tom Ellery
- Treasurer: Joan Pike

## Regatta

The regatta takes place on the first Sunday in July. Its course is 1,200 m long. Dr Anil Dutt presents the cups.
`,
      '2023-04-12-committee-minutes.txt': `Severn Lane Rowing Club: minutes of the committee of 12 April 2023

Present: Priya Nair, Marcus Bell, Joan Pike

Priya Nair chairs the club. Joan Pike remains treasurer. The captain is Marcus Bell.

The club, founded on 4/5/1887, owns 11 boats, and a twelfth is on order. The boathouse dates from 1968.

The subscription is £110 per year. Half of the members are under 25. Life jackets are optional for juniors and compulsory for visitors.

The regatta's course measures one and a half kilometres. Last year's course was 900 m long. The doors of the boathouse are locked at 9 pm.
`,
    },
    pairs: [
      ['It was built in 1962', 'boathouse dates from 1968'],
      ['annual subscription is £95', 'subscription is £110'],
      ['Two thirds of the members', 'Half of the members'],
      ['compulsory for juniors', 'optional for juniors'],
      ['Captain: Tom Ellery', 'captain is Marcus Bell'],
      ['course is 1,200 m long', 'one and a half kilometres'],
    ],
    decoys: [
      ['founded on 4 May 1887', 'founded on 4/5/1887'],
      ['owns eleven boats', 'owns 11 boats'],
      ['Chair: Priya Nair', 'Priya Nair chairs the club'],
      ['Treasurer: Joan Pike', 'Joan Pike remains treasurer'],
      ['course is 1,200 m long', 'course was 900 m long'],
      ['Life jackets are compulsory for juniors', 'compulsory for visitors'],
      ['locked at nine in the evening', 'locked at 9 pm'],
    ],
  },
  {
    name: 'two accounts of a mill',
    files: {
      '1951-06-01-parish-history.txt': `Upper Tarrow: a short history of the parish

Josiah Penn came to Upper Tarrow in 1791. He built the cotton mill at Dyer's Ford, which he opened in the spring of 1798. It employed two hundred hands and was driven by a wheel 36 feet across.

The mill burnt down on the night of 14 March 1822. Twenty looms were lost, and a watchman named Abel Cray was killed. It was rebuilt within the year. Penn died in 1831.

He was succeeded by his nephew, Nathaniel Penn. The mill was closed in 1904 and its chimney, of yellow brick, came down in 1911.

The school, on the other side of the green, was given by Miss Hannah Lyle. It had 64 scholars in 1870.
`,
      '1953-09-12-lecture.md': `# Dyer's Ford and its mill: a lecture

## Josiah Penn

Josiah Penn settled in Upper Tarrow in 1791. He died on 3 January 1829, and his nephew Nathaniel Penn took over from him.

## The mill

It stood at Dyer's Ford. Spinning began in 1798, with about 200 hands. The wheel had a diameter of 11 metres. The chimney was made of red brick. It was pulled down in 1911. A second wheel, of 20 feet, was added later.

## The fire

A fire destroyed the mill in March 1824. Thirty looms were lost, and one man, Abel Cray. The smaller fire of 1840 cost no lives, and three looms were lost in it.

## After the Penns

The mill shut in 1914. The school had 80 scholars in 1890. It was a gift of the vicar, Thomas Orme.
`,
    },
    pairs: [
      ['14 March 1822', 'in March 1824'],
      ['Twenty looms were lost', 'Thirty looms were lost'],
      ['Penn died in 1831', 'died on 3 January 1829'],
      ['closed in 1904', 'shut in 1914'],
      ['yellow brick', 'red brick'],
      ['given by Miss Hannah Lyle', 'gift of the vicar, Thomas Orme'],
    ],
    decoys: [
      ['spring of 1798', 'began in 1798'],
      ['36 feet across', 'diameter of 11 metres'],
      ['36 feet across', 'of 20 feet'],
      ['two hundred hands', '200 hands'],
      ['64 scholars in 1870', '80 scholars in 1890'],
      ['Twenty looms were lost', 'three looms were lost'],
      ['succeeded by his nephew', 'his nephew Nathaniel Penn took over'],
    ],
  },
];
