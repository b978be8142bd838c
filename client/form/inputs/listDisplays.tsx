import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import {
  renderDayRange,
  renderListFieldFilter,
  createTextFilter,
  renderInstantRange,
  renderNumberRange,
  createChoiceFilter,
  renderReferenceFilter,
} from './kindFilters.tsx'
import type { FilterProps } from './kindFilters.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import * as styles from './inputs.css.ts'

/**
 * Creates the cells of a column, once per column, because components are expensive on the server.
 */
type CellFactory = (field: Field, name: string) => (value: unknown, record: AnyRecord) => ReactNode

/**
 * A field kind in lists. Forms have `kindInputs.tsx`; `shared/engine/fields/kinds.ts` has what the
 * kind means.
 */
export type ListDisplay = {
  cell: CellFactory
  /** Null if there is nothing to filter by. */
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

/**
 * Creates a swatch beside its code, which is for people who can't see it. It's an SVG because the
 * content security policy drops `style`.
 */
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

/** Creates an image. Its name is for people who can't see it. */
const createImageCell: CellFactory = (field) => (value, record) =>
  value ? (
    <img
      className={styles.picture}
      src={`/api/files/${String(value)}/thumbnail`}
      alt={messages.list.pictureOf(field.label, String(record['name'] ?? record.id))}
      loading="lazy"
    />
  ) : (
    ''
  )

/** Complete by type: a field kind that lacks a part doesn't compile. */
export const listDisplays = {
  text: textDisplay,
  longText: textDisplay,
  colour: { ...textDisplay, cell: createColorCell },
  integer: numberDisplay,
  decimal: numberDisplay,
  money: numberDisplay,
  toggle: {
    // Most rows have the same value, so a column of dots would say nothing.
    cell: createTextCell,
    filter: createChoiceFilter([
      { value: '1', label: messages.list.yes },
      { value: '0', label: messages.list.no },
    ]),
  },
  select: { cell: createTextCell, filter: createChoiceFilter(undefined) },
  date: dateDisplay,
  instant: instantDisplay,
  list: { cell: createTextCell, filter: renderListFieldFilter },
  reference: referenceDisplay,
  references: referenceDisplay,
  secret: unfilteredDisplay,
  file: unfilteredDisplay,
  image: { cell: createImageCell, filter: null },
} as const satisfies Record<FieldKind, ListDisplay>
