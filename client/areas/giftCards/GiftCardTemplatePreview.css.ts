import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const both = style({
  display: 'grid',
  gap: theme.space.x3,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const sheet = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const name = style({
  margin: 0,
  padding: `${theme.space.x2} ${theme.space.x3}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.sunken,
  fontSize: '13px',
  fontWeight: 600,
})
export const frame = style({
  display: 'block',
  width: '100%',
  height: '320px',
  border: 0,
  background: theme.color.surface,
})
export const logo = style({
  display: 'block',
  maxWidth: '120px',
  maxHeight: '60px',
  margin: theme.space.x3,
})
export const soft = style({ color: theme.color.textSoft, fontSize: '13px' })
export const live = style({
  marginBottom: theme.space.x4,
  paddingBottom: theme.space.x3,
  borderBottom: `1px solid ${theme.color.line}`,
})
globalStyle(`${live} > summary`, {
  minHeight: '28px',
  cursor: 'pointer',
  fontWeight: 600,
})
