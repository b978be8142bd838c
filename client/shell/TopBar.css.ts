import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const bar = style({
  gridArea: 'bar',
  position: 'sticky',
  top: 0,
  zIndex: 20,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x4,
  minWidth: 0,
  padding: `0 ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
export const brand = style({
  color: theme.color.text,
  fontWeight: 650,
  letterSpacing: '-0.01em',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
})
export const who = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  minWidth: 0,
})
export const labels = style({ display: 'grid', minWidth: 0, textAlign: 'right', lineHeight: 1.25 })
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
export const jobTitle = style({ ...oneLine, fontWeight: 500, fontSize: '13px' })
export const organisation = style({
  ...oneLine,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
export const menu = style({ position: 'relative' })
export const avatar = style({
  display: 'grid',
  placeItems: 'center',
  width: '34px',
  height: '34px',
  borderRadius: '50%',
  background: theme.color.accentSoft,
  color: theme.color.accent,
  fontSize: '13px',
  fontWeight: 600,
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const items = style({
  position: 'absolute',
  right: 0,
  top: 'calc(100% + 6px)',
  minWidth: '200px',
  padding: theme.space.x1,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  boxShadow: '0 4px 16px rgb(15 23 42 / 12%)',
  '@media': { [media.narrow]: { right: '-4px' } },
})
export const name = style({
  padding: `${theme.space.x2} ${theme.space.x3}`,
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const entry = style({
  display: 'block',
  width: '100%',
  minHeight: '32px',
  padding: `6px ${theme.space.x3}`,
  border: 0,
  borderRadius: theme.radius.small,
  background: 'none',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { background: theme.color.sunken } },
})
export const needsScript = style({ '@media': { '(scripting: none)': { display: 'none' } } })
export const choices = style({ display: 'flex', gap: theme.space.x2 })
