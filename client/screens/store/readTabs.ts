export { credits } from './credits.tsx'
export { integrations } from './integrations.tsx'
export { logs } from './logs.tsx'
export { members } from './members.tsx'
