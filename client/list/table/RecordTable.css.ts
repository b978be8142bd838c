import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import type { CSSProperties } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { box } from '#client/ui/StateMessage.css.ts'
import { cellPadding, scroll, table } from '#client/ui/Table.css.ts'
import { edgeWidths } from './columnWidths.ts'

export { scroll, table }

/**
 * No taller than the window, so that heads and scroll bars stay visible, below the header and the
 * bar too.
 */
export const rows = style({
  '@media': { [media.wide]: { maxHeight: 'calc(100dvh - 234px)', overflowY: 'auto' } },
})
/** Widths come from the columns (columnWidths.ts), whatever the rows hold. */
export const fixed = style({
  tableLayout: 'fixed',
  selectors: { '&[data-dragged]': { minWidth: '100%' } },
})

/** Shown in place of rows: within their frame, centered however wide the heads are. */
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

// Not each heading: a sticky one would cover the half of a separator that reaches into it.
globalStyle(`${rows} thead`, wide({ position: 'sticky', top: 0, zIndex: 3 }))
globalStyle(`${fixed}[data-opens] tbody tr`, { cursor: 'pointer' })
globalStyle(`${fixed} td`, { lineHeight: '20px' })
// Rows have one line. On a card, a long email breaks before its domain.
globalStyle(`${fixed} wbr`, wide({ display: 'none' }))
globalStyle(
  `${table} tbody tr:is([aria-current], :focus-within, :has(> :first-child > input:checked))`,
  { background: theme.color.accentSoft },
)
globalStyle(`${table} tbody tr[aria-current] > :first-child`, {
  boxShadow: `inset 3px 0 ${theme.color.accent}`,
})

// A wide table is read row by row: a row's name and its actions stay visible.
const pinned = { position: 'sticky', zIndex: 1, background: 'inherit' } as const
globalStyle(`${table} tr`, { background: theme.color.surface })
/**
 * Returns a shadow for the side where columns lie below the pinned one; none in a table that fits.
 */
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
/** The checkbox for the whole page needs script. */
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
  overflow: 'clip',
  overflowClipMargin: `${cellPadding}px`,
})
/** A heading that doesn't sort. */
export const words = style({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' })
// In numeric columns the arrow comes before the word, so that numbers align with its end.
globalStyle(`th:not([data-numeric]) > ${sort}`, {
  flexDirection: 'row-reverse',
  justifyContent: 'flex-end',
})
// A word as long as its column pushes out the arrow, which is invisible then.
globalStyle(`th[data-numeric] > ${sort}`, { justifyContent: 'flex-end' })
globalStyle(`[data-sorted] > ${sort}::before`, { color: theme.color.accent })
globalStyle(`${fixed} thead th[data-heading]`, { overflow: 'visible' })
// A pinned heading is positioned already.
globalStyle(`:where(${fixed} thead th[data-heading])`, { position: 'relative' })
/**
 * Between two headings: dragged, or moved with the arrow keys. Both need script. The target is 24 px
 * wide and reaches into the padding of the next heading, so that it hardly covers the links. Its line
 * is at the end of its own column.
 */
export const resize = style({
  position: 'absolute',
  zIndex: 1,
  insetBlock: 0,
  insetInlineEnd: `-${cellPadding}px`,
  width: '24px',
  cursor: 'col-resize',
  touchAction: 'none',
  selectors: {
    '&::after': {
      content: '',
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: `${cellPadding}px`,
      width: '2px',
    },
    '&:hover::after, &:active::after': { background: theme.color.accent },
    // Only the part in its own column.
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': {
      width: '9px',
      outline: `2px solid ${theme.color.focus}`,
      outlineOffset: '-2px',
    },
  },
  '@media': { '(scripting: none)': { display: 'none' } },
})
/** The column's place among several that sort the list. */
export const place = style({ order: -1, color: theme.color.accent, fontSize: '11px' })
globalStyle(`th:not([data-sorted]) > ${sort}:not(:hover, :focus-visible)::before`, { opacity: 0 })
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
  // Its menu covers the cells of the rows below.
  selectors: { '&:has(details[open])': { zIndex: 2 } },
})
globalStyle(`${fixed} ${actions}`, { padding: '0 8px 0 0', cursor: 'default' })
// A linked number is a number first: color marks what needs attention.
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

// "Yes" in a column is a muted check mark. The word is for screen readers.
globalStyle(`${fixed} td[data-yes]`, wide({ fontSize: 0 }))
globalStyle(
  `${fixed} td[data-yes]::before`,
  wide({
    content: ["'✓'", "'✓' / ''"],
    color: theme.color.textSoft,
    fontSize: '13.5px',
    verticalAlign: '-4px',
  }),
)
