import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'
import { scroll, table } from '../ui/Table.css.ts'

export { scroll, table }

globalStyle(`${table} tbody tr[aria-current], ${table} tbody tr:focus-within`, {
  background: theme.color.accentSoft,
})
// A wide table is read row by row: what a row is called, and what can be done to it, stay in sight.
const pinned = { position: 'sticky', zIndex: 1, background: theme.color.surface } as const
/** A shadow at the side where columns lie under the pinned one; none in a table that fits. */
function whileScrolling(boxShadow: string, shownAt: 'from' | 'to') {
  return {
    animationName: keyframes({
      [shownAt]: { boxShadow },
    }),
    animationTimeline: 'scroll(nearest inline)',
  }
}
globalStyle(`${table} :is(th, td):first-child`, {
  '@media': {
    [media.wide]: {
      ...pinned,
      insetInlineStart: 0,
      maxWidth: '280px',
      ...whileScrolling(`1px 0 ${theme.color.line}, 6px 0 6px -4px ${theme.color.shade}`, 'to'),
    },
  },
})
globalStyle(`${table} thead th:is(:first-child, :last-child)`, {
  '@media': { [media.wide]: { background: theme.color.canvas } },
})
globalStyle(`${table} tbody tr:hover > :is(:first-child, :last-child)`, {
  '@media': { [media.wide]: { background: theme.color.canvas } },
})
globalStyle(
  `${table} tbody tr:is([aria-current], :focus-within) > :is(:first-child, :last-child)`,
  { '@media': { [media.wide]: { background: theme.color.accentSoft } } },
)
export const sort = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minHeight: '24px',
  color: 'inherit',
  textDecoration: 'none',
})
// The arrow before the word: numbers stand under the end of the head.
globalStyle(`[data-numeric] > ${sort}`, { flexDirection: 'row-reverse' })
export const sorted = style({ color: theme.color.accent })
export const unsorted = style({
  opacity: 0,
  selectors: { [`${sort}:hover &, ${sort}:focus-visible &`]: { opacity: 1 } },
})
/** Records may differ at the end of their names alone, so a long one wraps. */
export const open = style({
  display: 'flex',
  alignItems: 'center',
  width: 'max-content',
  maxWidth: '256px',
  minHeight: '24px',
  paddingBlock: theme.space.x1,
  lineHeight: '17px',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  color: theme.color.text,
  fontWeight: 500,
  // The next column stays in sight.
  '@media': { [media.narrow]: { maxWidth: '40vw' } },
})
export const actions = style({
  width: '1%',
  textAlign: 'end',
  '@media': {
    [media.wide]: {
      ...pinned,
      insetInlineEnd: 0,
      ...whileScrolling(`-1px 0 ${theme.color.line}, -6px 0 6px -4px ${theme.color.shade}`, 'from'),
    },
  },
  // Its menu lies over the cells of the rows below.
  selectors: { '&:has(details[open])': { zIndex: 2 } },
})
export const action = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: { '&:hover': { background: theme.color.errorSoft, color: theme.color.error } },
})
export const handle = style({ cursor: 'grab', color: theme.color.textSoft })
export const moves = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space.x1 })
export const move = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  padding: 0,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
  background: theme.color.surface,
  cursor: 'pointer',
  selectors: { '&:disabled': { opacity: 0.35, cursor: 'default' } },
})
