import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

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
