// What the forms ask for comes with them: saving waits for no other chunk.
export { action } from './action.ts'
export { brand } from './brand.tsx'
export { danger } from './danger.tsx'
export { domains } from './domains.tsx'
export { duplicate } from './duplicate.tsx'
export { access, general, locale } from './fieldTabs.tsx'
