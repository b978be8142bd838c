import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const area = style({
  position: 'fixed',
  top: theme.space.x3,
  left: '50%',
  zIndex: 40,
  display: 'grid',
  gap: theme.space.x2,
  width: 'min(420px, calc(100vw - 24px))',
  transform: 'translateX(-50%)',
  pointerEvents: 'none',
  '@media': {
    // Placed at the top, it would cover the whole top bar.
    [media.narrow]: { top: `calc(${theme.height.topBar} + ${theme.space.x2})` },
    // Without a script to position it, it pushes the page down.
    '(scripting: none)': {
      selectors: {
        '&:not(:empty)': {
          position: 'sticky',
          left: 0,
          transform: 'none',
          margin: `${theme.space.x2} auto`,
        },
      },
    },
  },
})
export const item = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.space.x2,
  padding: theme.space.x3,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  boxShadow: `0 4px 16px ${theme.color.shade}`,
  pointerEvents: 'auto',
})
export const text = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
const icon = { flex: 'none', marginTop: '1px' } as const
export const good = style({ ...icon, color: theme.color.success })
export const progress = style({ ...icon, color: theme.color.textSoft })
export const bad = style({ ...icon, color: theme.color.error })
export const close = style({
  display: 'grid',
  placeItems: 'center',
  width: '24px',
  height: '24px',
  padding: 0,
  border: 0,
  borderRadius: theme.radius.small,
  background: 'none',
  color: theme.color.textSoft,
  cursor: 'pointer',
  '@media': { '(scripting: none)': { display: 'none' } },
})
