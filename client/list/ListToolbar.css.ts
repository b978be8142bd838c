import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const toolbar = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: theme.space.x2,
  '@media': { [media.narrow]: { flexWrap: 'wrap' } },
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  flex: '1 1 0',
  gap: theme.space.x2,
  minWidth: 0,
  '@media': { [media.narrow]: { flexWrap: 'nowrap', flexBasis: '200px' } },
})
export const search = style({
  position: 'relative',
  display: 'flex',
  flex: '0 1 250px',
  minWidth: '100px',
  '@media': { [media.narrow]: { flex: '1 1 0' } },
})
/** A list with its own tools needs more than one narrow line: the search field takes the first. */
export const ownTools = style({
  '@media': { [media.narrow]: { display: 'contents' } },
})
globalStyle(`${ownTools} > ${search}`, { '@media': { [media.narrow]: { flexBasis: '100%' } } })
globalStyle(`${ownTools} ~ *`, { '@media': { [media.narrow]: { marginInlineStart: 'auto' } } })
export const glass = style({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: '9px',
  display: 'grid',
  alignContent: 'center',
  color: theme.color.textSoft,
  pointerEvents: 'none',
})
/** Specific enough to make room for the icon in a field. */
export const sought = style({ selectors: { '&&': { paddingInlineStart: '30px' } } })
export const buttons = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minHeight: theme.height.normal,
})
export const wideOnly = style({ '@media': { [media.narrow]: { display: 'none' } } })
export const narrowOnly = style({ '@media': { [media.wide]: { display: 'none' } } })
export const quiet = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  minHeight: theme.height.small,
  padding: `0 ${theme.space.x2}`,
  borderRadius: theme.radius.medium,
  color: theme.color.text,
  fontSize: '13px',
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.sunken } },
})

export const chips = style({
  display: 'contents',
  '@media': { [media.narrow]: { display: 'none' } },
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'stretch',
  minWidth: 0,
  maxWidth: '360px',
  height: theme.height.small,
  border: '1px solid #c7d2fe',
  borderRadius: theme.radius.medium,
  background: theme.color.accentSoft,
  color: theme.color.accentHover,
  fontSize: '13px',
  whiteSpace: 'nowrap',
})
/** Field, operator, and value, separated by lines. A long value is truncated. */
export const chipWords = style({
  display: 'flex',
  minWidth: 0,
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&:focus-visible': { outlineOffset: '-2px' } },
})
globalStyle(`${chipWords} > *`, {
  flex: 'none',
  padding: `0 ${theme.space.x2}`,
  borderInlineEnd: '1px solid #c7d2fe',
  lineHeight: '26px',
  fontWeight: 400,
})
globalStyle(`${chipWords} > b`, {
  flex: '0 1 auto',
  minWidth: '24px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontWeight: 600,
})
/** A link that stops showing only a saved selection. */
export const savedSelection = style([
  chip,
  {
    alignItems: 'center',
    gap: theme.space.x1,
    padding: `0 ${theme.space.x2}`,
    textDecoration: 'none',
  },
])
export const note = style({ color: theme.color.textSoft })
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: '26px',
  color: 'inherit',
  borderRadius: theme.radius.small,
  selectors: {
    '&:hover': { background: theme.color.line },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})
/** Drawn by CSS, so that the count isn't part of the button's name. */
export const narrowCount = style([
  narrowOnly,
  { selectors: { '&::after': { content: '"\\00a0· " attr(data-count)' } } },
])

export const parts = style({ width: '300px', maxWidth: '100%', padding: theme.space.x1 })
export const part = style({
  selectors: { '&[open]': { background: theme.color.canvas, borderRadius: theme.radius.medium } },
})
export const partHead = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space.x3,
  minHeight: '32px',
  padding: `0 ${theme.space.x3}`,
  borderRadius: theme.radius.small,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.color.sunken },
    '&:focus-visible': { outlineOffset: '-2px' },
    '[open] > &': { fontWeight: 500 },
  },
})
export const partValue = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.color.accent,
  fontSize: '13px',
})
export const fields = style({
  display: 'grid',
  gap: theme.space.x3,
  padding: `${theme.space.x1} ${theme.space.x3} ${theme.space.x3}`,
})
export const clear = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x3}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
})

export const columns = style({ display: 'grid' })
export const column = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minHeight: '36px',
  borderBottom: `1px solid ${theme.color.sunken}`,
})
export const check = style({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
})
export const unread = style({
  display: 'grid',
  gap: theme.space.x1,
  justifyItems: 'start',
  padding: `${theme.space.x2} ${theme.space.x3}`,
  borderRadius: theme.radius.medium,
  background: theme.color.errorSoft,
  color: theme.color.error,
  overflowWrap: 'anywhere',
})
