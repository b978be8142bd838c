import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

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

export const action = style({ ...pressed, '@media': { [media.narrow]: { display: 'none' } } })
export const all = style({
  ...pressed,
  color: '#c7d2fe',
  '@media': { [media.narrow]: { display: 'none' } },
})
export const clear = style({ ...pressed, fontSize: '16px' })
export const why = style({
  padding: `0 ${theme.space.x2}`,
  fontSize: '13px',
  '@media': { [media.narrow]: { padding: 0, fontSize: '12px', lineHeight: '15px' } },
})
export const line = style({
  width: '1px',
  height: '20px',
  background: 'rgb(255 255 255 / 24%)',
  '@media': { [media.narrow]: { display: 'none' } },
})
export const more = style({})
export const wideOnly = style({ '@media': { [media.narrow]: { display: 'none' } } })
export const narrowOnly = style({ '@media': { [media.wide]: { display: 'none' } } })
/** Over the bar, which stays as it is. */
export const full = style({
  position: 'absolute',
  insetInline: 0,
  bottom: `calc(100% + ${theme.space.x1})`,
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
globalStyle(`:is(${more}, ${narrowOnly}) > details > ${summary}`, {
  minHeight: theme.height.small,
  border: 0,
  background: 'none',
  color: 'inherit',
})
globalStyle(`:is(${more}, ${narrowOnly}) > details:is(:hover, [open]) > ${summary}`, {
  background: 'rgb(255 255 255 / 14%)',
})
globalStyle(`:is(${more}, ${narrowOnly}) > details > div`, { color: theme.color.text })
