import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.space.x2,
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  // Below this width the buttons beside it wrap, all together, rather than what is in it.
  flex: '1 1 348px',
  gap: theme.space.x2,
  minWidth: 0,
})
export const search = style({
  flex: '1 1 100px',
  maxWidth: '320px',
  '@media': { [media.narrow]: { flexBasis: '150px' } },
})
export const buttons = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: theme.space.x2,
})
/** What stands in the sheet of filters or columns. */
export const fields = style({
  display: 'grid',
  gap: theme.space.x3,
  width: '300px',
  maxWidth: '100%',
  padding: theme.space.x4,
})
/** What applies them stays in sight while they scroll. */
export const apply = style({
  position: 'sticky',
  bottom: 0,
  display: 'grid',
  margin: `0 calc(-1 * ${theme.space.x4}) calc(-1 * ${theme.space.x4})`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
export const check = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
})
/** What is said of filters that were not understood. */
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
export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  minWidth: 0,
  paddingInlineStart: theme.space.x3,
  borderRadius: theme.radius.round,
  background: theme.color.accentSoft,
  color: theme.color.accentHover,
  overflowWrap: 'anywhere',
})
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: '28px',
  height: '28px',
  borderRadius: '50%',
  color: 'inherit',
  selectors: { '&:hover': { background: theme.color.line } },
})
