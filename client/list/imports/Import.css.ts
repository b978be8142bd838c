import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/** The list of steps is above the step's content, which fills the panel. */
export const whole = style({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
})
globalStyle(`${whole} > form`, { flex: '1 1 auto' })

export const steps = style({
  display: 'flex',
  gap: theme.space.x4,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  color: theme.color.textSoft,
  fontSize: '13px',
  counterReset: 'step',
  listStyle: 'none',
})
globalStyle(`${steps} > li`, { counterIncrement: 'step' })
globalStyle(`${steps} > li::before`, { content: "counter(step) '. '" })
globalStyle(`${steps} > [aria-current]`, { color: theme.color.accent, fontWeight: 600 })

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space.x4,
  alignItems: 'start',
  paddingTop: theme.space.x2,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const part = style({
  display: 'grid',
  gap: theme.space.x2,
  gridTemplateColumns: 'minmax(0, 1fr)',
})
