import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { box, title as boxTitle } from '#client/ui/StateMessage.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
})
export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x3,
  transition: 'opacity 150ms 150ms',
  selectors: { '&[aria-busy="true"]': { opacity: 0.6 } },
})
export const column = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x3,
})
/** Side by side where there is room, the first column twice as wide. */
export const columns = style([
  column,
  { '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } } },
])
export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: theme.space.x3,
  padding: theme.space.x4,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  '@media': { [media.narrow]: { padding: theme.space.x3 } },
})
export const section = style({ display: 'grid', gap: theme.space.x2, marginTop: theme.space.x2 })
globalStyle(`${card} ${box}`, { padding: `${theme.space.x2} 0`, border: 0 })
globalStyle(`${card} ${boxTitle}`, {
  color: theme.color.textSoft,
  fontSize: theme.size.normal,
  fontWeight: 400,
})
export const title = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const soft = style({ color: theme.color.textSoft })
export const number = style({
  color: theme.color.text,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:hover': { color: theme.color.accent },
    '&:not(:hover, :focus-visible)': { textDecoration: 'none' },
  },
})

export const lists = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: theme.space.x3,
  '@media': { [media.narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const list = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space.x2,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  '@media': { [media.narrow]: { padding: `${theme.space.x2} ${theme.space.x3}` } },
})
globalStyle(`${list} > dd`, { fontWeight: 600, fontVariantNumeric: 'tabular-nums' })
