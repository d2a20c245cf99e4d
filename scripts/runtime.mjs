// Imported first by whatever starts the program: it says which Node is missing before an import fails for want of it.
const LEAST = 22;

if (Number(process.versions.node.split('.')[0]) < LEAST) {
  console.error(
    `Node ${LEAST} or later is needed, and this is ${process.version}: start with npm (npm start) or node_modules/.bin/node, which are the Node that npm ci installs.`,
  );
  process.exit(1);
}
