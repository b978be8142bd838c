import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const pulse = keyframes({ '50%': { opacity: 0.5 } })

export const box = style({ display: 'grid', gap: theme.space.x2, width: '100%' })
export const line = style({
  height: '20px',
  borderRadius: theme.radius.small,
  background: theme.color.line,
  animation: `${pulse} 1.6s ease-in-out infinite`,
  selectors: { '&:last-child:not(:first-child)': { width: '60%' } },
})
