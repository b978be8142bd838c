import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import {
  renderDayRange,
  renderEntryFilter,
  createTextFilter,
  renderInstantRange,
  renderNumberRange,
  createChoiceFilter,
  renderReferenceFilter,
} from './kindFilters.tsx'
import type { FilterProps } from './kindFilters.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import * as styles from './inputs.css.ts'

/** What a column shows of a record; made once a column, since on the server a component costs as much as three elements. */
type CellFactory = (field: Field, name: string) => (value: unknown, record: AnyRecord) => ReactNode

/** What a kind of field looks like in lists; on forms: `kindInputs.tsx`. What it means is in `shared/engine/fields/kinds.ts`. */
export type ListDisplay = {
  cell: CellFactory
  /** Null where there is nothing to filter by. */
  filter: ((props: FilterProps) => ReactNode) | null
}

const createTextCell: CellFactory = (field, name) => (value, record) =>
  formatValue(field, value, record, name)

const textDisplay = {
  cell: createTextCell,
  filter: createTextFilter('contains'),
} satisfies ListDisplay
const numberDisplay = { cell: createTextCell, filter: renderNumberRange } satisfies ListDisplay
const referenceDisplay = {
  cell: createTextCell,
  filter: renderReferenceFilter,
} satisfies ListDisplay
const unfilteredDisplay = { cell: createTextCell, filter: null } satisfies ListDisplay

const dateDisplay = {
  cell: (field, name) => (value, record) => (
    <time dateTime={String(value)}>{createTextCell(field, name)(value, record)}</time>
  ),
  filter: renderDayRange,
} satisfies ListDisplay

const instantDisplay = {
  cell: () => (value) => (value ? <Instant at={String(value)} /> : ''),
  filter: renderInstantRange,
} satisfies ListDisplay

/** Beside its code, which tells it to who cannot see it; the content policy drops `style`. */
const createColorCell: CellFactory = () => (value) => (
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
const createImageCell: CellFactory = (field, name) => (value, record) =>
  value ? (
    <img
      className={styles.picture}
      src={`/api/files/${String(value)}/thumbnail`}
      alt={createTextCell(field, name)(value, record) as string} // Words are text.
      loading="lazy"
    />
  ) : (
    ''
  )

/** Every kind of field, whole: one that lacks a part does not compile. */
export const listDisplays = {
  text: textDisplay,
  longText: textDisplay,
  colour: { ...textDisplay, cell: createColorCell },
  integer: numberDisplay,
  decimal: numberDisplay,
  money: numberDisplay,
  toggle: {
    // Most rows say the same: a column of dots would tell nothing.
    cell: createTextCell,
    filter: createChoiceFilter([
      { value: '1', label: messages.list.yes },
      { value: '0', label: messages.list.no },
    ]),
  },
  select: { cell: createTextCell, filter: createChoiceFilter(undefined) },
  date: dateDisplay,
  instant: instantDisplay,
  list: { cell: createTextCell, filter: renderEntryFilter },
  reference: referenceDisplay,
  references: referenceDisplay,
  secret: unfilteredDisplay,
  file: unfilteredDisplay,
  image: { cell: createImageCell, filter: null },
} as const satisfies Record<FieldKind, ListDisplay>
