// Loaded into a development tool before it runs: it would go on where the launcher that started it was killed. The launcher
// gives each program a process group of its own, so that this ends what the tool has started too.
process.once('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGTERM');
  } catch {
    // Started by such a tool: the group is not its own.
    process.exit(0);
  }
});
