import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const several = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x1 })
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  paddingLeft: theme.space.x2,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  overflowWrap: 'anywhere',
})
export const remove = style({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '28px',
  height: '28px',
  color: theme.color.textSoft,
})
