import { need } from '../need.ts'

// Runs before each test file that uses the built programs.
await need('build')
