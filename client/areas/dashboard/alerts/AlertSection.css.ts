import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const head = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: theme.space.x3,
})
export const items = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  listStyle: 'none',
})
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x1,
  padding: `6px ${theme.space.x2} 6px ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.sunken}` } },
  '@media': {
    [media.narrow]: {
      alignItems: 'flex-start',
      padding: `${theme.space.x2} ${theme.space.x1} ${theme.space.x2} ${theme.space.x3}`,
    },
  },
})
export const summary = style({
  display: 'grid',
  flex: 1,
  minWidth: 0,
  overflowWrap: 'break-word',
  fontWeight: 500,
})
// On narrow screens, three alerts are enough; the link to all of them is above.
globalStyle(`${items} > :nth-child(n + 4)`, { '@media': { [media.narrow]: { display: 'none' } } })
// The second line of a title aligns with the first, beside the dot.
globalStyle(`${summary} > span:first-child`, {
  whiteSpace: 'normal',
  paddingInlineStart: theme.space.x4,
  textIndent: `calc(-1 * ${theme.space.x4})`,
})
export const title = style({
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&:hover, &:focus-visible': { textDecoration: 'underline' } },
})
/** The cause, the number of stores, and since when: on one line, or on two on a phone. */
export const facts = style({
  display: 'flex',
  columnGap: theme.space.x2,
  // Aligns with the words beside the dot.
  paddingInline: `15px ${theme.space.x2}`,
  minWidth: 0,
  color: theme.color.textSoft,
  fontWeight: 400,
  fontSize: '13px',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.narrow]: { flexDirection: 'column' } },
})
/**
 * Truncated before the facts beside it are; the tooltip has the whole text. On a phone, it has up
 * to three lines.
 */
export const detail = style({
  flexShrink: 100,
  minWidth: '8em',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media': {
    [media.narrow]: {
      display: '-webkit-box',
      whiteSpace: 'normal',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
    },
  },
})
export const since = style({
  display: 'flex',
  flexWrap: 'wrap',
  flexShrink: 0,
  columnGap: theme.space.x2,
  maxWidth: '70%',
  '@media': { [media.narrow]: { maxWidth: 'none' } },
})
export const time = style({ whiteSpace: 'nowrap' })
export const more = style({ flex: 'none' })
export const failure = style({ color: theme.color.error })
