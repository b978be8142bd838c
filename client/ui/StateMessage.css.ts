import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const box = style({
  display: 'grid',
  justifyItems: 'start',
  gap: theme.space.x3,
  maxWidth: '60ch',
  padding: theme.space.x6,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflowWrap: 'anywhere',
})
export const title = style({ fontSize: theme.size.large, fontWeight: 600 })
export const soft = style({ justifySelf: 'stretch', color: theme.color.textSoft })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
