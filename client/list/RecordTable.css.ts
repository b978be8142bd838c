import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import type { CSSProperties } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'
import { box } from '../ui/StateMessage.css.ts'
import { scroll, table } from '../ui/Table.css.ts'
import { edgeWidths } from './columnWidth.ts'

export { scroll, table }

/** No higher than the window, so that heads and scroll bars are in sight. */
export const rows = style({
  '@media': { [media.wide]: { maxHeight: 'calc(100dvh - 190px)', overflowY: 'auto' } },
})
/** Widths are the columns' own (columnWidth.ts), whatever rows hold. */
export const fixed = style({ tableLayout: 'fixed' })

/** What stands in place of rows: in their frame, in its middle however wide the heads are. */
export const instead = style({
  position: 'sticky',
  insetInlineStart: 0,
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  '@media': { [media.wide]: { padding: 'clamp(24px, 10vh, 96px) 24px' } },
})
globalStyle(`${instead} > ${box}`, {
  justifyItems: 'center',
  '@media': {
    [media.wide]: { padding: 0, border: 0 },
    [media.narrow]: { justifySelf: 'stretch', maxWidth: 'none' },
  },
})

const wide = (rule: CSSProperties) => ({ '@media': { [media.wide]: rule } })
const narrow = (rule: CSSProperties) => ({ '@media': { [media.narrow]: rule } })

globalStyle(`${rows} thead th`, wide({ position: 'sticky', top: 0, zIndex: 3 }))
globalStyle(`${fixed}[data-opens] tbody tr`, { cursor: 'pointer' })
globalStyle(`${fixed} td`, { lineHeight: '20px' })
globalStyle(
  `${table} tbody tr:is([aria-current], :focus-within, :has(> :first-child > input:checked))`,
  { background: theme.color.accentSoft },
)
globalStyle(`${table} tbody tr[aria-current] > :first-child`, {
  boxShadow: `inset 3px 0 ${theme.color.accent}`,
})

// A wide table is read row by row: what a row is called, and what can be done to it, stay in sight.
const pinned = { position: 'sticky', zIndex: 1, background: 'inherit' } as const
globalStyle(`${table} tr`, { background: theme.color.surface })
/** A shadow at the side where columns lie under the pinned one; none in a table that fits. */
function whileScrolling(boxShadow: string, shownAt: 'from' | 'to') {
  return {
    animationName: keyframes({ [shownAt]: { boxShadow } }),
    animationTimeline: 'scroll(nearest inline)',
  }
}
const left = whileScrolling(`1px 0 ${theme.color.line}, 6px 0 6px -4px ${theme.color.shade}`, 'to')
const right = whileScrolling(
  `-1px 0 ${theme.color.line}, -6px 0 6px -4px ${theme.color.shade}`,
  'from',
)
globalStyle(`${table} tr > :first-child`, wide({ ...pinned, insetInlineStart: 0 }))
globalStyle(`${table}:not([data-selects]) tr > :first-child`, wide(left))
globalStyle(
  `${table}[data-selects] tr > :nth-child(2)`,
  wide({ ...pinned, ...left, insetInlineStart: `${edgeWidths.select}px` }),
)
globalStyle(
  `${table} thead th:is(:first-child, :last-child), ${table}[data-selects] thead th:nth-child(2)`,
  wide({ zIndex: 4, background: theme.color.canvas }),
)

export const select = style({})
/** The box for the whole page needs a script. */
globalStyle(`${select} > [data-page]`, { '@media': { '(scripting: none)': { display: 'none' } } })
globalStyle(`${table} ${select}`, { padding: '0 0 0 12px', cursor: 'default' })
globalStyle(`${select} > input`, {
  display: 'block',
  width: '16px',
  height: '16px',
  margin: 0,
})

export const sort = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  maxWidth: '100%',
  minHeight: '24px',
  color: 'inherit',
  textDecoration: 'none',
})
// The arrow before the word: numbers stand under the end of the head.
globalStyle(`th:not([data-numeric]) > ${sort}`, {
  flexDirection: 'row-reverse',
  justifyContent: 'flex-end',
})
// A word that is as long as its column pushes out the arrow that does not show.
globalStyle(`th[data-numeric] > ${sort}`, { justifyContent: 'flex-end' })
globalStyle(`[aria-sort] > ${sort}::before`, { color: theme.color.accent })
globalStyle(`th:not([aria-sort]) > ${sort}:not(:hover, :focus-visible)::before`, { opacity: 0 })
export const open = style({
  display: 'block',
  overflow: 'hidden',
  padding: `${theme.space.x1} 0`,
  lineHeight: '20px',
  textOverflow: 'ellipsis',
  color: theme.color.text,
  fontWeight: 500,
  textDecoration: 'none',
  selectors: {
    '&:hover, &:focus-visible': { textDecoration: 'underline' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
export const actions = style({
  textAlign: 'end',
  '@media': { [media.wide]: { ...pinned, ...right, insetInlineEnd: 0 } },
  // Its menu lies over the cells of the rows below.
  selectors: { '&:has(details[open])': { zIndex: 2 } },
})
globalStyle(`${fixed} ${actions}`, { padding: '0 8px 0 0', cursor: 'default' })
// Nothing to do is no value that is missing.
globalStyle(`${table} td${actions}:empty::before`, { content: 'none' })
// A number that leads on is a number first: colour marks what needs a hand.
globalStyle(`${fixed} td a:not([class], :hover, :focus-visible)`, { color: 'inherit' })
export const action = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  verticalAlign: 'middle',
  selectors: { '&:hover': { background: theme.color.errorSoft, color: theme.color.error } },
})

// Narrow, a row is a card of the same cells: name, status, two facts, menu (screens.md, "Every list").
globalStyle(`${rows}`, narrow({ overflow: 'visible', border: 0, background: 'none' }))
globalStyle(
  `${fixed}, ${fixed} tbody`,
  narrow({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.space.x2,
  }),
)
globalStyle(`${fixed} :is(thead, colgroup), ${fixed} td:empty`, narrow({ display: 'none' }))
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
globalStyle(`${fixed} td[data-told]::before`, narrow({ content: "attr(data-told) '\\a0'" }))
// What is active says nothing where it is a card.
globalStyle(`${fixed} td[data-yes][data-card="status"]`, narrow({ display: 'none' }))
// "Yes" down a column is a soft check mark; its word is for who does not see it.
globalStyle(`${fixed} td[data-yes]`, wide({ fontSize: 0 }))
globalStyle(
  `${fixed} td[data-yes]::before`,
  wide({
    content: ["'✓'", "'✓' / ''"],
    color: theme.color.textSoft,
    fontSize: '13.5px',
    verticalAlign: '-2px',
  }),
)
// Where there is no pointer there is no tooltip: a card's name is told whole.
globalStyle(
  `${fixed} ${open}`,
  narrow({ fontSize: theme.size.normal, whiteSpace: 'normal', overflowWrap: 'break-word' }),
)
const headOf = (table: string, place: number) =>
  `${fixed}${table} :is(td:nth-child(${place}):not([data-card]), td[data-card="title"])`
const selecting = headOf('[data-selects]', 2)
globalStyle(
  `${selecting}, ${headOf(':not([data-selects])', 1)}`,
  narrow({ flex: '0 0 calc(100% - 40px)', order: -1, marginInlineEnd: '40px' }),
)
globalStyle(selecting, narrow({ paddingInlineStart: '26px' }))
globalStyle(`${fixed} td[data-card="status"]`, narrow({ order: 0 }))
globalStyle(`${fixed} td[data-card="off"]`, narrow({ display: 'none' }))
// Of an entry: who or what it names, its amount at the end of that line, and softly when, last.
globalStyle(
  `${fixed} td[data-card="title"]`,
  narrow({
    paddingBlock: theme.space.x1,
    color: theme.color.text,
    fontSize: theme.size.normal,
    fontWeight: 500,
    lineHeight: '20px',
  }),
)
globalStyle(
  `${fixed} td:is([data-card="title"], :not([data-card]):has(> ${open})):has(~ [data-card="amount"]), ${fixed} [data-card="amount"] ~ [data-card="title"]`,
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
globalStyle(`${fixed} td[data-card="time"]`, narrow({ order: 2, marginInlineStart: 'auto' }))
globalStyle(
  `${fixed} td[data-card="time"] > ${open}`,
  narrow({ padding: 0, color: 'inherit', fontSize: '13px', fontWeight: 400 }),
)
globalStyle(
  `${fixed} tr:has([data-card="time"]) td:not([data-card], ${select}, ${actions})`,
  narrow({ flex: '1 1 48px' }),
)
globalStyle(
  `${fixed} td${actions}`,
  narrow({ position: 'absolute', insetInlineEnd: '4px', top: '4px', display: 'block' }),
)

/** Where rows are moved by hand: as wide as what moves them. */
export const moving = style({ width: '112px' })
export const handle = style({ cursor: 'grab', color: theme.color.textSoft })
export const moves = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space.x1 })
export const move = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  padding: 0,
  border: '1px solid transparent',
  borderRadius: theme.radius.small,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  selectors: {
    '&:hover:enabled': { borderColor: theme.color.line, background: theme.color.surface },
    '&:disabled': { opacity: 0.35, cursor: 'default' },
  },
})
