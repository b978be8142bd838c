import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const integrations = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  verticalAlign: 'middle',
})
const integration = style({ display: 'inline-flex', alignItems: 'center', gap: '3px' })
/** By state: it works, it is in trouble, it is being set up, it is not there. */
export const state = styleVariants({
  good: [integration, { color: theme.color.success }],
  warn: [integration, { color: theme.color.error, fontWeight: 500 }],
  off: [integration, { color: theme.color.lineStrong }],
})
export const pictures = style({ position: 'absolute' })
export const tags = style({ display: 'inline-flex', gap: theme.space.x1 })
export const code = style({ fontFamily: theme.font.mono, fontSize: '13px' })
export const trouble = style({ color: theme.color.error, fontWeight: 600 })
