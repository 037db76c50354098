import { type PlantedTexts } from './types';

/** Written before the rules were changed for the second set: 11 of 16 were found then. Looked at since. */
export const THIRD_HELD_OUT: readonly PlantedTexts[] = [
  {
    name: 'school',
    files: {
      '2024-09-02-prospectus.md': `# Brackley Hill School: prospectus

Brackley Hill School is a day school in the village of Oakham. It was founded in 1891 and has 460 pupils. The school day begins at 8:30.

## Staff

The head of the school is Miriam Cole. There are 38 teachers. The library is open on Saturdays.

## Grounds

The playing fields cover 12 hectares. The swimming pool is 25 metres long and was opened in 1974. The chapel was designed by Edwin Farrow and seats 300 people.

## Fees

The fee for one term is £3,900. Lunch is free.
`,
      '2024-10-14-inspection.txt': `Report of the inspection of Brackley Hill School

The school was established in 1889. At the time of the inspection it had 460 pupils and 41 teachers. It lies in the village of Oakham.

The head, Miriam Cole, received us. The library is closed on Saturdays. The laboratory is open until six.

The grounds include playing fields of 30 acres. The pool, opened in 1974, has a length of 33 metres. The sports hall is 33 metres long. The architect of the chapel was Walter Hume, and it has seats for 300 people.

A term costs £4,200 at present. In 2015 there were 390 pupils.
`,
    },
    pairs: [
      ['founded in 1891', 'established in 1889'],
      ['are 38 teachers', '41 teachers'],
      ['library is open on Saturdays', 'library is closed on Saturdays'],
      ['25 metres long', 'length of 33 metres'],
      ['designed by Edwin Farrow', 'architect of the chapel was Walter Hume'],
      ['one term is £3,900', 'term costs £4,200'],
    ],
    decoys: [
      ['460 pupils', 'it had 460 pupils'],
      ['460 pupils', '390 pupils'],
      ['head of the school is Miriam Cole', 'The head, Miriam Cole'],
      ['cover 12 hectares', 'fields of 30 acres'],
      ['25 metres long', 'sports hall is 33 metres long'],
      ['seats 300 people', 'seats for 300 people'],
      ['opened in 1974', 'opened in 1974'],
      ['library is open', 'laboratory is open'],
    ],
  },
  {
    name: 'walk',
    files: {
      '2019-05-20-walking-guide.md': `# The Skell Valley Walk

The Skell Valley Walk is a circular walk from the station of Marton. It is 14 km long and takes five hours. The highest point is Raven Crag, at 512 metres.

## The way

The path crosses the Skell by a wooden footbridge. The inn at Low Fold is closed on Tuesdays. The waterfall of Grey Spout is 18 metres high.

## Practical

The car park has room for 40 cars. Parking costs £4 a day. Dogs are allowed in the reserve.
`,
      '2019-08-02-rangers-leaflet.md': `# Ranger's leaflet: walks in the Skell valley

## The Skell Valley Walk

The Skell Valley Walk has a length of 17 kilometres. You will need five hours for it. Raven Crag, its highest point, has an elevation of 512 m.

The footbridge over the Skell is made of steel. At Low Fold the inn is open every day. Grey Spout is a waterfall with a height of 26 m. The waterfall of Hawk Force is 9 metres high.

## Rules

Dogs are forbidden in the reserve. There are 40 places in the car park. A day in the car park costs £6.

## The Marton Ridge Walk

The Marton Ridge Walk is 9 km long and takes three hours.
`,
    },
    pairs: [
      ['14 km long', 'length of 17 kilometres'],
      ['wooden footbridge', 'made of steel'],
      ['18 metres high', 'height of 26 m'],
      ['Dogs are allowed', 'Dogs are forbidden'],
      ['Parking costs £4', 'car park costs £6'],
    ],
    decoys: [
      ['takes five hours', 'need five hours'],
      ['takes five hours', 'takes three hours'],
      ['14 km long', '9 km long'],
      ['at 512 metres', 'elevation of 512 m'],
      ['18 metres high', '9 metres high'],
      ['room for 40 cars', '40 places in the car park'],
    ],
  },
  {
    name: 'server software',
    files: {
      '2025-01-10-manual.md': `# Gullstore manual

Gullstore is a database for measurements. The server of Gullstore listens on port 7300. It is written in Rust.

## Storage

- Gullstore keeps data for 90 days.
- A block has a size of 4 MB.
- Encryption is optional.
- Each node stores three copies of a block.

## Clients

There are clients for six languages. The client for Python was published in 2022. Version 5 of the protocol is supported.
`,
      '2025-02-11-operations-wiki.md': `# Operations: Gullstore

Gullstore keeps data for 30 days. Logs are kept for 14 days.

Blocks of Gullstore have 4,096 KB. Every node stores two copies of a block. Encryption is mandatory for Gullstore.

Clients exist for six languages. The Python client was published in 2023, the Java client in 2024. Version 5 of the protocol is unsupported. Version 6 of the protocol is supported.
`,
    },
    pairs: [
      ['data for 90 days', 'data for 30 days'],
      ['stores three copies', 'stores two copies'],
      ['Encryption is optional', 'Encryption is mandatory'],
      ['Python was published in 2022', 'Python client was published in 2023'],
      ['Version 5 of the protocol is supported', 'Version 5 of the protocol is unsupported'],
    ],
    decoys: [
      ['data for 90 days', 'kept for 14 days'],
      ['size of 4 MB', '4,096 KB'],
      ['for six languages', 'exist for six languages'],
      ['Version 5 of the protocol is supported', 'Version 6 of the protocol is supported'],
      ['Python was published in 2022', 'Java client in 2024'],
    ],
  },
];
