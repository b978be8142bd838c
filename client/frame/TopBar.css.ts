import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export const bar = style({
  gridArea: 'bar',
  position: 'sticky',
  top: 0,
  zIndex: 20,
  display: 'grid',
  // The search button is in the middle of the window as long as both sides have room.
  gridTemplateColumns: '1fr minmax(0, 440px) 1fr',
  alignItems: 'center',
  gap: theme.space.x4,
  minWidth: 0,
  padding: `0 ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
  '@media': {
    [media.narrow]: {
      gridTemplateColumns: '1fr auto auto',
      gap: theme.space.x2,
      padding: `0 ${theme.space.x3}`,
    },
  },
})
export const brand = style({
  justifySelf: 'start',
  minHeight: '24px',
  lineHeight: '24px',
  color: theme.color.text,
  fontWeight: 650,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  // Room for the menu button.
  '@media': { [`${media.narrow} and (scripting: enabled)`]: { marginInlineStart: '34px' } },
})
export const find = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minWidth: 0,
  height: '32px',
  padding: `0 ${theme.space.x2} 0 ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: '7px',
  background: theme.color.canvas,
  color: theme.color.textSoft,
  textDecoration: 'none',
  selectors: { '&:hover': { borderColor: theme.color.lineStrong, textDecoration: 'none' } },
  '@media': {
    [media.narrow]: { width: '36px', padding: '0 9px' },
  },
})
globalStyle(`${find} > span`, { ...oneLine, flex: 1 })
globalStyle(`${find} > kbd`, {
  padding: '0 6px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
  background: theme.color.surface,
  fontFamily: 'inherit',
  fontSize: theme.size.small,
  whiteSpace: 'nowrap',
})
/** At 360 px only the icon shows; screen readers still read the words. */
globalStyle(`${find} > *`, {
  '@media': {
    [media.narrow]: { position: 'absolute', clipPath: 'inset(50%)', width: '1px', height: '1px' },
  },
})
export const jobs = style({
  position: 'relative',
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  width: theme.height.normal,
  height: theme.height.normal,
  borderRadius: theme.radius.medium,
  color: theme.color.textSoft,
  selectors: { '&:hover': { background: theme.color.sunken } },
})
export const count = style({
  position: 'absolute',
  top: '-1px',
  left: '18px',
  minWidth: '16px',
  padding: '0 4px',
  borderRadius: theme.radius.round,
  background: theme.color.accent,
  color: theme.color.onAccent,
  fontSize: '11px',
  fontWeight: 600,
  lineHeight: '16px',
  textAlign: 'center',
})
export const who = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.space.x3,
  minWidth: 0,
})
export const labels = style({
  display: 'grid',
  minWidth: 0,
  textAlign: 'right',
  lineHeight: 1.25,
  // A phone has room for about three letters of each; screen readers still read them.
  '@media': { '(max-width: 479px)': { position: 'absolute', clipPath: 'inset(50%)' } },
})
export const jobTitle = style({ ...oneLine, fontWeight: 500, fontSize: '13px' })
export const organisation = style({
  ...oneLine,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
export const name = style({
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const account = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: `2px ${theme.space.x2}`,
  maxWidth: '280px',
  margin: 0,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
globalStyle(`${account} dt`, { color: theme.color.textSoft })
globalStyle(`${account} dd`, { margin: 0 })
export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })

/** Says that the page shows another account. */
export const view = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space.x2} ${theme.space.x4}`,
  marginBottom: theme.space.x3,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  border: `1px solid ${theme.color.warning}`,
  borderRadius: theme.radius.large,
  background: theme.color.warningSoft,
})
export const viewText = style({ flex: '1 1 240px', margin: 0, overflowWrap: 'anywhere' })
