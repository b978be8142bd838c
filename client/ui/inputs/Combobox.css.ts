import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const box = style({ position: 'relative', minWidth: 0 })
const below = {
  position: 'absolute',
  top: 'calc(100% + 4px)',
  left: 0,
  right: 0,
  zIndex: 15,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
} as const
export const menu = style({
  ...below,
  maxHeight: '280px',
  padding: theme.space.x1,
  overflowY: 'auto',
  boxShadow: `0 8px 24px ${theme.color.shade}`,
  selectors: { '&:empty': { display: 'none' } },
})
export const option = style({
  minHeight: '32px',
  padding: `6px ${theme.space.x2}`,
  borderRadius: theme.radius.small,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  selectors: {
    '&[data-highlighted]': { background: theme.color.accentSoft },
    '&[aria-selected="true"]': { fontWeight: 600 },
  },
})
export const detail = style({ color: theme.color.textSoft, fontSize: theme.size.small })
export const several = style({
  display: 'grid',
  gap: theme.space.x1,
  minWidth: 0,
  margin: 0,
  padding: theme.space.x2,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
})
export const match = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: theme.space.x2,
  minHeight: theme.height.small,
  overflowWrap: 'anywhere',
})
export const says = style({
  ...below,
  zIndex: 14,
  padding: theme.space.x2,
  color: theme.color.textSoft,
})
