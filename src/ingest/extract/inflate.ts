/** For `import()`: the library builds tables when it is loaded, and most sources are not archives. */
export { Inflate } from 'fflate';
