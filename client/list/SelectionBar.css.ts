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
  selectors: { '&:not(:has(button))': { clipPath: 'inset(50%)', pointerEvents: 'none' } },
})
export const count = style({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' })
export const clear = style({
  minHeight: theme.height.small,
  padding: `0 ${theme.space.x3}`,
  border: 0,
  borderRadius: theme.radius.medium,
  background: 'none',
  color: 'inherit',
  cursor: 'pointer',
  selectors: {
    '&:hover': { background: 'rgb(255 255 255 / 14%)' },
    '&:focus-visible': { outlineColor: 'currentcolor', outlineOffset: '-2px' },
  },
})
