import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** Windows without room for the actions side by side, so that all are in the menu. */
const little = '(max-width: 1239.98px)'
const littleOnly = { '@media': { '(min-width: 1240px)': { display: 'none' } } } as const

const pressed = {
  minHeight: theme.height.small,
  display: 'inline-flex',
  alignItems: 'center',
  padding: `0 ${theme.space.x2}`,
  borderRadius: theme.radius.medium,
  color: 'inherit',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover': { background: 'rgb(255 255 255 / 14%)' },
    '&:focus-visible': { outlineColor: 'currentcolor', outlineOffset: '-2px' },
  },
} as const

export const action = style({ ...pressed, '@media': { [little]: { display: 'none' } } })
export const all = style({
  ...pressed,
  color: '#c7d2fe',
  '@media': { [little]: { display: 'none' } },
})
export const icon = style({ ...pressed, fontSize: '16px' })
export const seek = style({ ...pressed, gap: theme.space.x1 })
export const end = style({ display: 'flex', marginInlineStart: 'auto' })
export const why = style({
  padding: `0 ${theme.space.x2}`,
  fontSize: '13px',
  '@media': { [little]: { display: 'none' } },
})
/** Like `why`, in the menu. */
export const menuReason = style({
  padding: `${theme.space.x3} ${theme.space.x4} 0`,
  fontSize: '13px',
})
export const line = style({
  width: '1px',
  height: '20px',
  background: 'rgb(255 255 255 / 24%)',
  '@media': { [little]: { display: 'none' } },
})
export const more = style({})
export const barOnly = style({ '@media': { [little]: { display: 'none' } } })
export const menuOnly = style(littleOnly)
/** Floats below the bar, which doesn't change. */
export const full = style({
  position: 'absolute',
  insetInline: 0,
  top: `calc(100% + ${theme.space.x1})`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.warningSoft,
  color: theme.color.warning,
  boxShadow: `0 8px 24px ${theme.color.shade}`,
  fontWeight: 400,
  whiteSpace: 'normal',
})
const summary = ':is(summary)'
globalStyle(`:is(${more}, ${menuOnly}) > details > ${summary}`, {
  minHeight: theme.height.small,
  border: 0,
  background: 'none',
  color: 'inherit',
})
globalStyle(`:is(${more}, ${menuOnly}) > details:is(:hover, [open]) > ${summary}`, {
  background: 'rgb(255 255 255 / 14%)',
})
globalStyle(`:is(${more}, ${menuOnly}) > details > div`, { color: theme.color.text })
