import { type PlantedTexts } from './types';

/** Of the same kinds as the fourth set, written with it. Found before the rules were changed: 5 of 15, and 4 that are none. Looked at since. */
export const FIFTH_SET: readonly PlantedTexts[] = [
  {
    name: 'a staff handbook and a notice',
    files: {
      '2024-01-08-staff-handbook.md': `# Staff handbook of Larkfield Museum

Larkfield Museum is housed in a former tannery. The building dates from 1846.

## Opening hours

The museum is closed on Mondays. Last admission is at half past four.

## Leave

Staff have 28 days of leave a year. Notice of leave must be given four weeks ahead.

## Safety

- Fire drills are held twice a year.
- Hard hats are mandatory in the store.
- The lift carries eight people.
- The store is kept at 16 °C.

## People

Ingrid Solheim heads the museum. The head of collections is Peter Obi. The shop is run by volunteers.
`,
      '2024-02-19-notice-to-staff.txt': `Larkfield Museum: notice to all staff, 19 February 2024

As from this spring the museum is open on Mondays. The tannery was built in 1852, as the deeds show.

Staff have 28 days of leave. Three weeks' notice of leave must be given.

The lift carries six people and the goods lift twelve. Hard hats are optional in the store. The store is kept at 61 °F. There are two fire drills a year.

The museum is headed by Ingrid Solheim. Ruth Amadi is head of collections. The café is run by a tenant.
`,
    },
    pairs: [
      ['closed on Mondays', 'open on Mondays'],
      ['dates from 1846', 'built in 1852'],
      ['four weeks ahead', "Three weeks' notice"],
      ['lift carries eight people', 'lift carries six people'],
      ['Hard hats are mandatory', 'Hard hats are optional'],
      ['head of collections is Peter Obi', 'Ruth Amadi is head of collections'],
    ],
    decoys: [
      ['have 28 days of leave', 'have 28 days of leave'],
      ['lift carries eight people', 'the goods lift twelve'],
      ['kept at 16 °C', 'kept at 61 °F'],
      ['held twice a year', 'two fire drills a year'],
      ['Ingrid Solheim heads', 'headed by Ingrid Solheim'],
      ['shop is run by volunteers', 'café is run by a tenant'],
    ],
  },
  {
    name: 'a readme and release notes',
    files: {
      '2025-03-03-readme.md': `# quillgate

quillgate is a gateway for print servers. The first version was released in October 2016.

## Limits

The queue holds 2,000 jobs. A job may be 50 MB at most. Jobs expire after two days.

## Drivers

PostScript is supported. PCL is deprecated.

## Security

TLS is required. Anonymous printing is allowed. Passwords are stored as scrypt hashes.

## Licence

quillgate is free. Its maintainer is Oskar Brandt.
`,
      '2025-03-30-forum-thread.md': `# Limits of quillgate

**ana.r:** How many jobs fit into the queue?

**brandt:** The queue of quillgate takes 1,500 jobs. Jobs expire after 72 hours.

**ana.r:** And is TLS a must?

**brandt:** TLS is optional. Anonymous printing is forbidden. PostScript is supported; raw text is not supported.

**ana.r:** The oldest version that I know is of 2017.

**brandt:** It was first released in October 2016. A job can be 50 MB at most, a banner 2 MB.

**ana.r:** Who looks after it?

**brandt:** Since January the maintainer is Yusra Haddad.
`,
    },
    pairs: [
      ['queue holds 2,000 jobs', 'takes 1,500 jobs'],
      ['expire after two days', 'expire after 72 hours'],
      ['TLS is required', 'TLS is optional'],
      ['Anonymous printing is allowed', 'Anonymous printing is forbidden'],
    ],
    decoys: [
      ['released in October 2016', 'released in October 2016'],
      ['50 MB at most', '50 MB at most'],
      ['PostScript is supported', 'raw text is not supported'],
      ['maintainer is Oskar Brandt', 'Since January the maintainer is Yusra Haddad'],
    ],
  },
  {
    name: 'a chapel in two papers',
    files: {
      '1978-02-01-chapel-leaflet.txt': `Bethel Chapel, Cwm Haf: a leaflet for visitors

Bethel Chapel stands at the top of the village. The foundation stone was laid on 9 August 1861 by Sir Rhys Morgan. The architect was John Humphrey of Morriston.

The gallery runs round three sides and rests on iron columns. There are 420 seats. The organ, by Conacher, was installed in 1907; it has two manuals. The clock in the gable is by Joyce of Whitchurch.

The first minister was David Pryce. He served for thirty-one years. A schoolroom was added in 1884. It is now the library.
`,
      '1979-10-10-survey-of-chapels.md': `# Survey of chapels in the Haf valley

## Bethel, Cwm Haf

Bethel was built to the designs of Thomas Thomas. Sir Rhys Morgan laid its foundation stone on 9 August 1861. It seats 520. The gallery stands on wooden columns. The organ was installed in 1911 and has two manuals.

Its first minister, Evan Lloyd, served for 31 years. The schoolroom was added in 1884.

## Saron, Pen Haf

Saron was built in 1868. It seats 250. Its organ was installed in 1923. The gallery stands on iron columns.
`,
    },
    pairs: [
      ['architect was John Humphrey', 'designs of Thomas Thomas'],
      ['There are 420 seats', 'seats 520'],
      ['rests on iron columns', 'stands on wooden columns'],
      ['installed in 1907', 'installed in 1911'],
      ['first minister was David Pryce', 'first minister, Evan Lloyd'],
    ],
    decoys: [
      ['9 August 1861', '9 August 1861'],
      ['thirty-one years', '31 years'],
      ['added in 1884', 'added in 1884'],
      ['There are 420 seats', 'seats 250'],
      ['installed in 1907', 'installed in 1923'],
      ['two manuals', 'two manuals'],
    ],
  },
];
