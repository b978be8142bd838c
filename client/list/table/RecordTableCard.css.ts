import { globalStyle } from '@vanilla-extract/css'
import type { CSSProperties } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { empty } from '#client/ui/Table.css.ts'
import { actions, fixed, open, rows, select } from './RecordTable.css.ts'

// In narrow windows a row is a card with the same cells: name, status, two facts, menu (screens.md,
// "Every list"). These rules must follow the table's: the style sheet takes a folder's files by
// name.

const narrow = (rule: CSSProperties) => ({ '@media': { [media.narrow]: rule } })

globalStyle(`${rows}`, narrow({ overflow: 'visible', border: 0, background: 'none' }))
globalStyle(
  `${fixed}, ${fixed} tbody`,
  narrow({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.space.x2,
  }),
)
globalStyle(`${fixed}[data-dragged]`, narrow({ width: 'auto', minWidth: 0 }))
globalStyle(
  `${fixed} :is(thead, colgroup), ${fixed} td:has(> ${empty})`,
  narrow({ display: 'none' }),
)
globalStyle(
  `${fixed} tbody tr`,
  narrow({
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 14px',
    padding: `${theme.space.x1} ${theme.space.x3} ${theme.space.x2}`,
    border: `1px solid ${theme.color.line}`,
    borderRadius: theme.radius.large,
  }),
)
globalStyle(
  `${fixed} tbody td`,
  narrow({
    order: 1,
    height: 'auto',
    maxWidth: '100%',
    padding: 0,
    border: 0,
    color: theme.color.textSoft,
    fontSize: '13px',
    textAlign: 'start',
  }),
)
globalStyle(
  `${fixed} tbody ${select}`,
  narrow({ position: 'absolute', insetInlineStart: 0, top: 0, padding: '10px 12px' }),
)
globalStyle(`${fixed} td[data-label]::before`, narrow({ content: "attr(data-label) '\\a0'" }))
// On a card, an active record doesn't say so.
globalStyle(`${fixed} td[data-yes][data-card="status"]`, narrow({ display: 'none' }))
// Without a pointer there is no tooltip, so a card shows its whole name.
const whole = {
  fontSize: theme.size.normal,
  whiteSpace: 'normal',
  overflowWrap: 'break-word',
} as const
globalStyle(`${fixed} ${open}`, narrow(whole))
const headOf = (table: string, index: number) =>
  `${fixed}${table} :is(td:nth-child(${index}):not([data-card]), td[data-card="title"])`
const selecting = headOf('[data-selects]', 2)
globalStyle(
  `${selecting}, ${headOf(':not([data-selects])', 1)}`,
  narrow({ flex: '0 0 calc(100% - 40px)', order: -1, marginInlineEnd: '40px' }),
)
globalStyle(selecting, narrow({ paddingInlineStart: '26px' }))
globalStyle(`${fixed} td[data-card="status"]`, narrow({ order: 0 }))
globalStyle(`${fixed} td[data-card="off"]`, narrow({ display: 'none' }))
// An entry shows who or what it names, its amount at the end of that line, and its time last,
// muted.
globalStyle(
  `${fixed} td[data-card="title"]`,
  narrow({
    ...whole,
    paddingBlock: theme.space.x1,
    color: theme.color.text,
    fontWeight: 500,
    lineHeight: '20px',
  }),
)
globalStyle(
  `${fixed} td:is([data-card="title"], :not([data-card]):has(> ${open})):has(~ [data-card="amount"]), ${fixed}${fixed} [data-card="amount"] ~ td[data-card="title"]`,
  narrow({ flexBasis: 'calc(100% - 132px)', marginInlineEnd: '132px' }),
)
globalStyle(
  `${fixed} td[data-card="amount"]`,
  narrow({
    position: 'absolute',
    insetInlineEnd: '12px',
    top: theme.space.x2,
    color: theme.color.text,
    fontSize: theme.size.normal,
    lineHeight: '20px',
  }),
)
globalStyle(
  `${fixed} td[data-card="amount"]:has(~ ${actions} > *)`,
  narrow({ insetInlineEnd: '44px' }),
)
globalStyle(
  `${fixed} tr:not(:has(${actions} > *)) [data-card="title"]:has(~ [data-card="amount"]), ${fixed} tr:not(:has(${actions} > *)) [data-card="amount"] ~ [data-card="title"], ${fixed} tr:not(:has(${actions} > *)) td:not([data-card]):has(> ${open}):has(~ [data-card="amount"])`,
  narrow({ flexBasis: 'calc(100% - 100px)', marginInlineEnd: '100px' }),
)
// Facts that the definition names: the first beside the status, the other beside the time.
globalStyle(`${fixed} td[data-card="lead"]`, narrow({ flex: '1 1 auto', minWidth: '58%' }))
globalStyle(
  `${fixed} td[data-card="fact"]`,
  narrow({ order: 2, flex: '1 1 40%', whiteSpace: 'normal', overflowWrap: 'break-word' }),
)
globalStyle(`${fixed} td[data-card="time"]`, narrow({ order: 3, marginInlineStart: 'auto' }))
globalStyle(
  `${fixed} td[data-card="time"] > ${open}`,
  narrow({ padding: 0, color: 'inherit', fontSize: '13px', fontWeight: 400 }),
)
globalStyle(
  `${fixed} tr:has([data-card="time"]) td:not([data-card], ${select}, ${actions})`,
  narrow({ flex: '1 1 auto', whiteSpace: 'normal', overflowWrap: 'break-word' }),
)
globalStyle(
  `${fixed} td${actions}`,
  narrow({ position: 'absolute', insetInlineEnd: '4px', top: '4px', display: 'block' }),
)
