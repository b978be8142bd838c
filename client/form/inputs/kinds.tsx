import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import {
  dayRange,
  entry,
  holding,
  instantRange,
  numberRange,
  oneOf,
  referred,
} from './kindFilters.tsx'
import type { FilterProps } from './kindFilters.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import * as styles from './inputs.css.ts'

/** What a column shows of a record; made once a column, since on the server a component costs as much as three elements. */
type Cell = (field: Field, name: string) => (value: unknown, record: AnyRecord) => ReactNode

/** What a kind of field looks like in lists; on forms: `kindInputs.tsx`. What it means is in `shared/engine/fields/kinds.ts`. */
export type Look = {
  cell: Cell
  /** Null where there is nothing to filter by. */
  filter: ((props: FilterProps) => ReactNode) | null
}

const words: Cell = (field, name) => (value, record) => inWords(field, value, record, name)

const line = { cell: words, filter: holding('contains') } satisfies Look
const number = { cell: words, filter: numberRange } satisfies Look
const reference = { cell: words, filter: referred } satisfies Look
const unfiltered = { cell: words, filter: null } satisfies Look

const date = {
  cell: (field, name) => (value, record) => (
    <time dateTime={String(value)}>{words(field, name)(value, record)}</time>
  ),
  filter: dayRange,
} satisfies Look

const instant = {
  cell: () => (value) => (value ? <Instant at={String(value)} /> : ''),
  filter: instantRange,
} satisfies Look

/** Beside its code, which tells it to who cannot see it; the content policy drops `style`. */
const swatch: Cell = () => (value) => (
  <span className={styles.swatch}>
    <svg width="16" height="16" aria-hidden="true">
      <rect
        width="16"
        height="16"
        rx="4"
        fill={String(value)}
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
    {String(value)}
  </span>
)

/** Its name tells what it is to who cannot see it. */
const picture: Cell = (field, name) => (value, record) =>
  value ? (
    <img
      className={styles.picture}
      src={`/api/files/${String(value)}/thumbnail`}
      alt={words(field, name)(value, record) as string} // Words are text.
      loading="lazy"
    />
  ) : (
    ''
  )

/** Every kind of field, whole: one that lacks a part does not compile. */
export const looks = {
  text: line,
  longText: line,
  colour: { ...line, cell: swatch },
  integer: number,
  decimal: number,
  money: number,
  toggle: {
    // Most rows say the same: a column of dots would tell nothing.
    cell: words,
    filter: oneOf([
      { value: '1', label: messages.list.yes },
      { value: '0', label: messages.list.no },
    ]),
  },
  select: { cell: words, filter: oneOf(undefined) },
  date,
  instant,
  list: { cell: words, filter: entry },
  reference,
  references: reference,
  secret: unfiltered,
  file: unfiltered,
  image: { cell: picture, filter: null },
} as const satisfies Record<FieldKind, Look>
