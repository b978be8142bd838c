import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/** Names beside addresses, one line each; on narrow screens, the address is below the name. */
export const people = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
  minWidth: 0,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  fontSize: '13.5px',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
globalStyle(`${people} > li`, {
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  columnGap: theme.space.x2,
  alignItems: 'center',
  minHeight: '34px',
  padding: `2px 2px 2px ${theme.space.x3}`,
})
globalStyle(`${people} > li + li`, { borderTop: `1px solid ${theme.color.sunken}` })
globalStyle(`${people} > li > span`, {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
globalStyle(`${people} > li > span + span`, {
  color: theme.color.textSoft,
  '@media': { [media.narrow]: { gridArea: '2 / 1' } },
})
globalStyle(`${people} > li > button`, {
  gridColumn: '-2',
  border: 0,
  color: theme.color.textSoft,
  cursor: 'pointer',
  '@media': { [media.narrow]: { gridRow: '1 / 3' } },
})
globalStyle(`${people} > li > button:not(:hover)`, { background: 'none' })
/** The total and a link to all members. */
export const total = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x2,
})
/** Lays out its fields as if it had no wrapper. */
export const inputs = style({ display: 'contents' })
/** Long lists of groups and addresses leave room for the form and its buttons. */
export const impact = style({ maxHeight: '45vh', overflowY: 'auto' })
