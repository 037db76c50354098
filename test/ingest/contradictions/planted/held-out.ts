import { type PlantedTexts } from './types';

/** Written before the code that reads them, and not looked at while it was built: 9 of 15 were found then. Looked at since. */
export const HELD_OUT: readonly PlantedTexts[] = [
  {
    name: 'museum',
    files: {
      '2021-03-02-visitor-guide.md': `# Visitor guide to the Pellow Museum

The Pellow Museum is a museum of fishing in the old net loft of Porthvean. It opened in 1931 and has been free ever since.

## The building

The loft was built in 1874 by the merchant Silas Pellow. It is 38 metres long and has three floors. The museum has 14 rooms, of which nine are open in winter.

## The collection

The oldest object is a stone sinker of the second century. The lugger Heather Bell weighs 11 tonnes and stands in the yard. The reading room is closed on Mondays.

## People

The curator is Dorothy Lanyon. In 2018 the museum had 21,000 visitors. A new wing is planned for 2024.
`,
      '2021-09-14-heritage-inspection.txt': `Heritage inspection: the Pellow Museum, Porthvean

The Pellow Museum was visited on 9 September. It was opened to the public in 1934, by the mayor, and belongs to the town.

The net loft has a length of 41 m and a slate roof. There are 16 rooms in the museum. The loft was erected in 1874. The yard is 12 metres long.

The lugger Heather Bell, in the yard, has a weight of 11,000 kg. The rowing boat Kitty weighs 240 kg.

We were shown round by the curator, James Trewin. Visitors came to 24,000 in 2019. The reading room is open on Mondays, and its two windows leak. The wing will now be finished in 2025.
`,
    },
    pairs: [
      ['opened in 1931', 'opened to the public in 1934'],
      ['38 metres long', 'length of 41 m'],
      ['has 14 rooms', '16 rooms in the museum'],
      ['curator is Dorothy Lanyon', 'curator, James Trewin'],
      ['reading room is closed', 'reading room is open'],
    ],
    decoys: [
      ['built in 1874', 'erected in 1874'],
      ['weighs 11 tonnes', 'weight of 11,000 kg'],
      ['weighs 11 tonnes', 'weighs 240 kg'],
      ['21,000 visitors', '24,000 in 2019'],
      ['38 metres long', '12 metres long'],
      ['planned for 2024', 'finished in 2025'],
    ],
  },
  {
    name: 'release notes',
    files: {
      '2024-02-12-release-3-0.md': `# Quillpress 3.0

Quillpress 3.0 was released on 12 February 2024. Quillpress is a tool that turns notes into books.

## Changes

- The cache of Quillpress is limited to 512 MB.
- Quillpress needs 2 GB of memory for a book of a thousand pages.
- The old exporter is deprecated.
- Windows 10 is supported.
- Quillpress reads 12 formats.

## People

Quillpress is maintained by Ines Moreau. The logo was drawn by Tom Akers.
`,
      '2024-02-20-packagers-handbook.md': `# Packagers' handbook: Quillpress

Quillpress is packaged by volunteers. Version 3.0 of Quillpress came out on 19 February 2024, version 2.9 on 3 October 2023.

## Limits

The cache of Quillpress may grow to at most 0.5 GB. For a book of a thousand pages, 4 GB of memory are needed by Quillpress. A book of a hundred pages needs 300 MB.

## Platforms

Windows 10 is unsupported. Windows 11 is supported. Quillpress can read twelve formats and writes five.

## Contacts

The maintainer of Quillpress is Oskar Lindh. The packager for Fedora is Ines Moreau.
`,
    },
    pairs: [
      ['released on 12 February 2024', 'came out on 19 February 2024'],
      ['needs 2 GB', '4 GB of memory'],
      ['Windows 10 is supported', 'Windows 10 is unsupported'],
      ['maintained by Ines Moreau', 'maintainer of Quillpress is Oskar Lindh'],
    ],
    decoys: [
      ['limited to 512 MB', 'at most 0.5 GB'],
      ['reads 12 formats', 'read twelve formats'],
      ['released on 12 February 2024', '3 October 2023'],
      ['Windows 10 is supported', 'Windows 11 is supported'],
      ['needs 2 GB', 'needs 300 MB'],
    ],
  },
  {
    name: 'biography',
    files: {
      '1998-05-01-life-of-maud-ferrier.txt': `A short life of Maud Ferrier

Maud Ferrier was a Scottish botanist. She was born on 4 March 1861 in Leith, the youngest of seven children.

She married the surgeon Adam Boyd in 1889. They had two daughters.

Ferrier published her Flora of the Western Shores in 1902. It describes 640 species, with plates by Jane Innes.

From 1905 to 1911 she was president of the Leith Naturalists. She died in 1937, at Oban.
`,
      '2006-10-11-dictionary-entry.md': `# Ferrier, Maud (botanist)

Maud Ferrier, botanist, was the author of a flora. Her birth, at Leith, was in March 1863.

Her marriage to Adam Boyd took place on 2 June 1889. She had three daughters, all of whom drew.

The Flora of the Western Shores appeared in 1902 and describes some 650 species. A second edition of 1910 describes 702 species.

In 1911 James Orr became president of the Leith Naturalists. Maud Ferrier died at Oban in the winter of 1937.
`,
    },
    pairs: [
      ['born on 4 March 1861', 'birth, at Leith, was in March 1863'],
      ['had two daughters', 'had three daughters'],
    ],
    decoys: [
      ['in 1889', '2 June 1889'],
      ['640 species', 'some 650 species'],
      ['640 species', '702 species'],
      ['president of the Leith Naturalists', 'James Orr became president'],
      ['died in 1937', 'winter of 1937'],
    ],
  },
  {
    name: 'laboratory',
    files: {
      '2023-06-05-furnace-report.md': `# Report on the tube furnace of Laboratory 4

The tube furnace was installed in May 2019 by Carbolite. It reaches 1,200 °C in 45 minutes.

## Run 7

The sample weighed 3.2 g before the run. The result of Run 7 was rejected.

## Safety

The furnace is operated by Lena Brandt. Its door is locked above 80 °C. The furnace draws 3 kW.
`,
      '2023-06-19-audit-note.txt': `Audit note: Laboratory 4

The tube furnace of Laboratory 4 was fitted in May 2017. It needs 45 min to reach its highest temperature, which is 1,100 °C.

In Run 7 the sample had a weight of 3.6 g. The result of Run 7 was accepted. The result of Run 8 was rejected.

The furnace takes 3,000 W. The furnace of Laboratory 2 draws 5 kW. At present the furnace is operated by Lena Brandt and a student.
`,
    },
    pairs: [
      ['installed in May 2019', 'fitted in May 2017'],
      ['reaches 1,200 °C', '1,100 °C'],
      ['weighed 3.2 g', 'weight of 3.6 g'],
      ['Run 7 was rejected', 'Run 7 was accepted'],
    ],
    decoys: [
      ['draws 3 kW', '3,000 W'],
      ['draws 3 kW', 'draws 5 kW'],
      ['in 45 minutes', '45 min'],
      ['Run 7 was rejected', 'Run 8 was rejected'],
    ],
  },
];
