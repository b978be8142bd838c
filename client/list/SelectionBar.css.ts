import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** Over the last rows, so that nothing moves when it comes. */
export const place = style({
  position: 'sticky',
  bottom: '60px',
  zIndex: 14,
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  height: '42px',
  // It takes no room of its own, nor the gap before it.
  margin: `calc(-42px - ${theme.space.x3}) auto 0`,
  padding: `0 ${theme.space.x2} 0 ${theme.space.x4}`,
  borderRadius: theme.radius.large,
  background: theme.color.text,
  color: theme.color.surface,
  boxShadow: `0 8px 24px ${theme.color.shade}`,
  transform: `translateY(-${theme.space.x4})`,
  maxWidth: 'calc(100% - 16px)',
  width: 'max-content',
  selectors: { '&:not([data-shown])': { clipPath: 'inset(50%)', pointerEvents: 'none' } },
})
export const count = style({
  whiteSpace: 'nowrap',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})
export const plain = style({
  minHeight: theme.height.normal,
  margin: `${theme.space.x2} 0`,
  padding: `0 ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  fontWeight: 500,
  cursor: 'pointer',
})
