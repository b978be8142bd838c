import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

/** The column for moving rows, as wide as its buttons. */
export const column = style({ width: '112px' })
export const handle = style({ cursor: 'grab', color: theme.color.textSoft })
export const moves = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space.x1 })
export const move = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '28px',
  height: '28px',
  padding: 0,
  border: '1px solid transparent',
  borderRadius: theme.radius.small,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  selectors: {
    '&:hover:enabled': { borderColor: theme.color.line, background: theme.color.surface },
    '&:disabled': { opacity: 0.35, cursor: 'default' },
  },
})
