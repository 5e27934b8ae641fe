"""Records in, files out; nothing here touches the disk."""
