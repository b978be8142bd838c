import { style, styleVariants } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x6,
})
export const part = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x3,
  padding: theme.space.x4,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const title = style({ fontSize: theme.size.large, fontWeight: 600 })
export const layout = styleVariants({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space.x3 },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    gap: theme.space.x4,
    alignItems: 'start',
  },
  looks: {
    display: 'grid',
    // Six colors per row where there is room.
    gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
    gap: theme.space.x3,
    alignItems: 'start',
    '@media': { [media.narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  },
  wide: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(400px, 100%), 1fr))',
    gap: theme.space.x6,
    alignItems: 'start',
  },
  stack: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: theme.space.x4 },
})
export const sample = style({ minWidth: 0 })
